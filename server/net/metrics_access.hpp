// Whether a request for the metrics comes from whom they are for.
#pragma once

#include "server/metrics/metrics_access.hpp"

#include <boost/asio/ip/address.hpp>

namespace tefuda::server {

/// \param forwarded a proxy says that it asks for somebody else
bool may_read_metrics(MetricsAccess access, boost::asio::ip::address const& peer, bool forwarded);

} // namespace tefuda::server
