// The body of a request. For the .cpp files of server/net only: it includes Beast.
#pragma once

#include "server/net/io.hpp"
#include "server/net/service.hpp"
#include "server/net/stream.hpp"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>

namespace tefuda::server {

using HeadParser = boost::beast::http::request_parser<boost::beast::http::empty_body>;

/// Reads the body whose head the parser has read; a client that waits for it is told to go on. One of more than `most`
/// bytes is not read. \param parser is moved from \returns why it could not be read
Awaitable<error_code> read_body(Stream& stream, boost::beast::flat_buffer& buffer, HeadParser& parser,
                                HttpRequest& request, std::size_t most);

} // namespace tefuda::server
