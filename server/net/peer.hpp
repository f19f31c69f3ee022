// The client's address and the origin of the web page that it belongs to.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

using RequestHead = boost::beast::http::request<boost::beast::http::empty_body>;

/// The form in which addresses are counted for limits: of IPv6 addresses only the first 64 bits, because one user has
/// such a whole network.
std::string counted_address(boost::asio::ip::address const& address);

/// The client's address behind a proxy: the last one in X-Forwarded-For, which the proxy has added. Nothing where there
/// is none, or it can't be read.
std::optional<boost::asio::ip::address> forwarded_address(RequestHead const& request);

/// Whether the client sees the server by https: it has TLS itself, or a trusted proxy says so in X-Forwarded-Proto.
bool is_https(RequestHead const& request, bool tls, bool trust_forwarded);

/// Whether a proxy says that it passes the request on for somebody else.
bool is_forwarded(RequestHead const& request);

/// The name by which the client knows this server: X-Forwarded-Host of a proxy that is trusted, else Host.
std::string_view host_named_by(RequestHead const& request, bool trust_forwarded);

/// Whether a host, with a port or without, is one of these names, however they are written. Empty: all are allowed.
bool is_allowed_host(std::vector<std::string> const& allowed, std::string_view host);

/// Which web pages may open a WebSocket (the request's Origin field).
struct Origins {
    /// Allowed besides the server's own; `*` allows every page.
    std::vector<std::string> allowed;
    /// Whether to trust a proxy's X-Forwarded-Host and X-Forwarded-Proto, which describe the page's own server.
    bool trust_forwarded = false;
    /// Whether the server itself serves its pages by https.
    bool tls = false;

    /// A request without an Origin field is allowed: it does not come from a web page but from a bot, for example.
    bool allow(RequestHead const& request) const;
};

} // namespace tefuda::server
