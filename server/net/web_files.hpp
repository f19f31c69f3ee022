// The files of the built web client, kept in memory.
#pragma once

#include "server/net/service.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tefuda::server {

/// Immutable once loaded, so any thread may use it. A file is found by its exact path only, so no path leads out of the
/// directory. Hidden files and symbolic links are not loaded.
class WebFiles {
public:
    struct Request {
        /// With or without a query.
        std::string_view target;
        /// The fields Accept-Encoding and If-None-Match; empty if absent.
        std::string_view accept_encoding;
        std::string_view if_none_match;
    };

    struct Reply {
        /// 200, or 304 without a body.
        unsigned status = 200;
        std::string_view content_type;
        std::string_view cache_control;
        std::string etag;
        /// For Content-Encoding; empty where the file is sent as it is.
        std::string_view content_encoding;
        /// The fields of the request that the reply depends on, as in Vary; empty: none.
        std::string_view vary;
        std::shared_ptr<std::string const> body;
    };

    /// Without files: `/` is a page that says how to build the web client.
    WebFiles();

    /// Loads all files; blocks. `index.html` is also found as `/`. Files `x.br` and `x.gz` are
    /// compressed forms of `x`, which are not found by their own paths.
    /// \throws std::runtime_error if a file can't be read or there is no index.html
    explicit WebFiles(std::filesystem::path const& directory);

    /// \returns nothing if there is no such file
    std::optional<Reply> find(Request const& request) const;

    struct PageRequest {
        /// The path of the page, with or without a query.
        std::string_view target;
        std::string_view accept_encoding;
        std::string_view if_none_match;
        /// Where the page is seen, `https://play.example`; empty where that is not known.
        std::string_view origin;
    };

    /// The page `/` with a preview (Open Graph) in its head.
    Reply page(PagePreview const& preview, PageRequest const& request) const;

private:
    struct Body {
        std::shared_ptr<std::string const> bytes;
        std::string etag;
    };

    struct File {
        std::string_view content_type;
        std::string_view cache_control;
        Body plain;
        /// By its content coding; the one that is preferred first.
        std::map<std::string_view, Body> packed;
    };

    static Body body_of(std::string bytes);
    void add(std::string const& path, std::string bytes);

    std::map<std::string, File, std::less<>> files_;
};

/// Fields, each a name and a value, that are sent with every file of the web client.
extern std::array<std::pair<std::string_view, std::string_view>, 3> const web_security_fields;

} // namespace tefuda::server
