// What is answered to an HTTP request. For the .cpp files of server/net only: it includes Beast.
#pragma once

#include "server/net/service.hpp"
#include "server/net/web_files.hpp"

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace tefuda::server {

struct HttpAnswer {
    /// Status and fields, but for those that `write_answer` adds.
    boost::beast::http::response<boost::beast::http::empty_body> head;
    /// Null: no body and no Content-Length (304).
    std::shared_ptr<std::string const> body;
    /// Instead of `body`, if it is not null: sent in chunks, or until the end of the connection (HTTP/1.0).
    std::shared_ptr<HttpBody> stream = nullptr;
    /// The body is this connection's alone, not a file's that all connections share.
    bool owns_body = false;
};

HttpAnswer answer_of(HttpReply reply);
HttpAnswer answer_of(WebFiles::Reply const& file);

/// As `failure`.
HttpAnswer refusal(unsigned status, std::string_view message);

} // namespace tefuda::server
