// What is answered to an HTTP request.
#pragma once

#include "protocol/codec/encode.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tefuda::server {

/// A long body that is made piece by piece, as fast as the client reads it.
class HttpBody {
public:
    virtual ~HttpBody() = default;
    /// Told once, on any thread, also during the call: the next piece; an empty text at the end; nothing where it can't
    /// be made, so that the connection is closed.
    using Told = std::function<void(std::optional<std::string> piece)>;
    /// Makes the next piece, some ten thousand bytes. Called on the connection's event loop, when the one before was
    /// told.
    virtual void next(Told told) = 0;
    /// About how many bytes of memory it holds; counted as bytes that wait to be sent.
    virtual std::size_t memory() const = 0;
};

/// What a link to a page shows where it is posted, as plain text. Everybody who has the link sees it.
struct PagePreview {
    std::string title;
    std::string description;
    std::string picture;       ///< the path of a file of the page; one that is not there is replaced by the page's icon
    std::string_view locale{}; ///< of the text, as Open Graph writes it (`en_US`); empty: more than one language
    bool is_listed = true;     ///< whether search engines may list the page
};

struct HttpReply {
    unsigned status = 200;
    std::string content_type = "application/json";
    std::string body;
    /// With 429: the time after which the client may ask again.
    std::optional<std::chrono::milliseconds> retry_after = std::nullopt;
    /// The page of the web client is sent instead of `body`, with this preview.
    std::optional<PagePreview> page = std::nullopt;
    /// Instead of `body`, if it is not null.
    std::shared_ptr<HttpBody> stream = nullptr;
    /// More fields of the answer.
    std::vector<std::pair<std::string, std::string>> fields{};
};

/// A JSON text, with 200.
inline HttpReply document(std::string body) {
    return {200, "application/json", std::move(body)};
}

/// `{"message": …}`
inline HttpReply failure(unsigned status, std::string_view message) {
    codec::JsonText body;
    body += '{';
    codec::FieldWriter(body).field("message", message);
    body += '}';
    return {status, "application/json", body.str()};
}

inline HttpReply not_found() {
    return failure(404, "There is nothing here.");
}

inline HttpReply busy() {
    return failure(503, "The server can't do this now: try again later.");
}

/// 429. \param wait until the client may ask again
inline HttpReply too_many(std::string_view message, std::chrono::milliseconds wait) {
    auto reply = failure(429, message);
    reply.retry_after = wait;
    return reply;
}

} // namespace tefuda::server
