// Who is at the other end, and on whose behalf a browser came.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

#include <string>
#include <vector>

namespace tefuda::server {

using RequestHead = boost::beast::http::request<boost::beast::http::empty_body>;

/// What counts as one address: of IPv6 the first 64 bits, since whoever has one of them has all.
std::string counted_address(boost::asio::ip::address const& address);

/// Behind a proxy: the client's address, as the proxy has put it last into X-Forwarded-For; without such a field, or
/// with one that is no address, the peer's own.
std::string forwarded_address(RequestHead const& request, boost::asio::ip::address const& peer);

/// Which pages may connect.
struct Origins {
    /// Beside the server's own; `*` is any.
    std::vector<std::string> allowed;
    /// The page's host is the proxy's: X-Forwarded-Host says which, and X-Forwarded-Proto how it is spoken to.
    bool trust_forwarded = false;
    /// The server's own pages come by https.
    bool tls = false;

    /// Whatever has no Origin is no page: bots have none.
    bool allow(RequestHead const& request) const;
};

} // namespace tefuda::server
