// Whether a request may read the metrics.
#pragma once

#include "server/metrics/metrics_access.hpp"

#include <boost/asio/ip/address.hpp>

#include <string_view>

namespace tefuda::server {

/// What a request says about its sender.
struct MetricsRequest {
    /// The other end of the connection.
    boost::asio::ip::address peer;
    /// Whether a proxy says that it passes the request on for somebody else.
    bool forwarded = false;
    /// Its field Host. A page whose name leads to this machine (DNS rebinding) has its own.
    std::string_view host;
    std::string_view authorization;
};

/// `near` is a loopback address that asks for localhost or a loopback address.
bool may_read_metrics(MetricsRules const& rules, MetricsRequest const& request);

} // namespace tefuda::server
