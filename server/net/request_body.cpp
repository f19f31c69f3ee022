#include "server/net/request_body.hpp"

#include "server/net/request_policy.hpp"

#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

#include <string_view>
#include <utility>

namespace tefuda::server {

namespace http = boost::beast::http;

Awaitable<error_code> read_body(Stream& stream, boost::beast::flat_buffer& buffer, HeadParser& parser,
                                HttpRequest& request, std::size_t most) {
    error_code error;
    auto const length = parser.content_length();
    request.has_long_body = length && *length > most;
    if (request.has_long_body) co_return error;
    if (RequestPolicy::waits_for_status(parser.get()) && buffer.size() == 0) {
        constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
        co_await asio::async_write(stream, asio::buffer(go_on), into(error));
        if (error) co_return error;
    }
    http::request_parser<http::string_body> whole(std::move(parser));
    whole.body_limit(most);
    co_await http::async_read(stream, buffer, whole, into(error));
    request.has_long_body = error == http::error::body_limit;
    if (request.has_long_body) co_return error_code();
    if (!error) request.body = std::move(whole.get().body());
    co_return error;
}

} // namespace tefuda::server
