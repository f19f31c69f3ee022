// Who may read the metrics.
#pragma once

#include "server/metrics/metrics_access.hpp"

#include <boost/asio/ip/address.hpp>

namespace tefuda::server {

/// \param peer the other end of the connection
/// \param forwarded whether a proxy passed the request on for somebody else
bool may_read_metrics(MetricsAccess access, boost::asio::ip::address const& peer, bool forwarded);

} // namespace tefuda::server
