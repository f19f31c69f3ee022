#include "server/net/upgrade.hpp"

#include <boost/beast/websocket/rfc6455.hpp>

namespace tefuda::server {

UpgradeCheck check_upgrade(RequestHead const& request) {
    namespace http = boost::beast::http;
    if (!boost::beast::websocket::is_upgrade(request)) return {426, "This is a WebSocket: connect to it as one."};
    if (request[http::field::sec_websocket_version] != "13") return {426, "The WebSocket version must be 13."};
    auto const key = request[http::field::sec_websocket_key];
    constexpr auto base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (key.size() != 24 || key.find_first_not_of(base64) != 22 || !key.ends_with("=="))
        return {400, "Sec-WebSocket-Key must be 16 bytes in base64."};
    return {};
}

/// Empty where it is longer than what is kept for a connection.
std::string query_of(RequestHead const& request) {
    constexpr std::size_t max = 256;
    auto const target = std::string_view(request.target().data(), request.target().size());
    auto const mark = target.find('?');
    auto const query = mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
    return std::string(query.size() <= max ? query : std::string_view());
}

} // namespace tefuda::server
