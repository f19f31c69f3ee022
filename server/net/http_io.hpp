// Reads what a request brings, and sends what is answered. For the .cpp files of server/net only: it includes Asio.
#pragma once

#include "server/net/http_answer.hpp"
#include "server/net/service_call.hpp"
#include "server/net/stream.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>

#include <cstddef>
#include <functional>
#include <memory>

namespace tefuda::server {

using HeadParser = boost::beast::http::request_parser<boost::beast::http::empty_body>;

/// Reads the body whose head the parser has read; a client that waits for it is told to go on. One of more than `most`
/// bytes is not read. \param parser is moved from \returns why it could not be read
Awaitable<error_code> read_body(Stream& stream, boost::beast::flat_buffer& buffer, HeadParser& parser,
                                HttpRequest& request, std::size_t most);

/// How an answer is sent.
struct AnswerForm {
    /// Whether the connection stays open afterwards.
    bool keep_alive = false;
    /// Not for HEAD.
    bool with_body = true;
    /// Whether a stream is sent in chunks: HTTP/1.0 has none.
    bool chunked = true;
};

/// Sends all of it.
/// \param call makes the pieces of a stream; `owner` keeps it alive
/// \param charge called with the number of bytes of this connection that wait, each time when the client has taken
/// some; at the end with 0
Awaitable<error_code> write_answer(Stream& stream, HttpAnswer answer, AnswerForm form, ServiceCall& call,
                                   std::shared_ptr<void> owner, std::function<void(std::size_t)> charge);

} // namespace tefuda::server
