// The bytes of an HTTP response.
#pragma once

#include "server/net/service.hpp"
#include "server/net/web_files.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace tefuda::server {

struct HttpAnswer {
    unsigned status = 200;
    /// Additional field lines, each with its CRLF.
    std::string fields;
    /// Null: no body and no Content-Length (304).
    std::shared_ptr<std::string const> body;
    /// Instead of `body`, if it is not null: sent in chunks, or until the end of the connection (HTTP/1.0).
    std::shared_ptr<HttpBody> stream = nullptr;
    /// The body is this connection's alone, not a file's that all connections share.
    bool owns_body = false;
};

HttpAnswer answer_of(HttpReply reply);
HttpAnswer answer_of(WebFiles::Reply const& file);

/// A response with the JSON body {"message": …}.
/// \param message a sentence without quotes and backslashes
HttpAnswer refusal(unsigned status, std::string_view message, std::string fields = {});

/// The status line and all fields, up to and including the empty line.
/// \param keep_alive whether the connection stays open afterwards
/// \param chunked with a stream: whether it is sent in chunks
std::string head_of(HttpAnswer const& answer, bool keep_alive, bool chunked = true);

} // namespace tefuda::server
