// The built web client, held in memory.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tefuda::server {

/// Immutable once loaded. A request finds a file only by its exact path below the directory, so that no path leads out
/// of it; hidden files and links are left out.
class WebFiles {
public:
    struct Request {
        /// With or without a query.
        std::string_view target;
        /// The fields Accept-Encoding and If-None-Match, empty if absent.
        std::string_view accept_encoding;
        std::string_view if_none_match;
    };

    struct Reply {
        /// 200, or 304 without a body.
        unsigned status = 200;
        std::string_view content_type;
        std::string_view cache_control;
        std::string etag;
        bool gzip = false;
        /// Whether the answer depends on Accept-Encoding.
        bool varies = false;
        std::shared_ptr<std::string const> body;
    };

    /// No files: `/` is a page that tells how to build them.
    WebFiles();

    /// \param directory has index.html, which is `/`. A file beside which its name + ".gz" lies may be sent so.
    /// \throws std::runtime_error when it can't be read
    explicit WebFiles(std::filesystem::path const& directory);

    /// \returns nothing for a path that has no file
    std::optional<Reply> find(Request const& request) const;

private:
    struct Body {
        std::shared_ptr<std::string const> bytes;
        std::string etag;
    };

    struct File {
        std::string_view content_type;
        std::string_view cache_control;
        Body plain;
        std::optional<Body> gzip;
    };

    static Body body_of(std::string bytes);
    void add(std::string const& path, std::string bytes);

    std::map<std::string, File, std::less<>> files_;
};

/// The fields that every file of the web client is sent with.
extern std::string_view const web_security_fields;

} // namespace tefuda::server
