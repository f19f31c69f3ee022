// Who may read the metrics.
#pragma once

#include "server/metrics/metrics_access.hpp"

#include <boost/asio/ip/address.hpp>

#include <string_view>

namespace tefuda::server {

/// What a request says about who sends it.
struct MetricsRequest {
    /// The other end of the connection.
    boost::asio::ip::address peer;
    /// Whether a proxy says that it passes the request on for somebody else.
    bool forwarded = false;
    /// Its field Host. Most silent proxies pass on the name of the public server; one that names this machine instead is
    /// not told from a near client.
    std::string_view host;
    std::string_view authorization;
};

/// `near` is a near address that asks for this machine by an address, as localhost or by the machine's name.
/// \param token a request with this bearer token is allowed in any case; empty: no token is set
bool may_read_metrics(MetricsAccess access, std::string_view token, MetricsRequest const& request);

} // namespace tefuda::server
