// Who may read the metrics.
#pragma once

namespace tefuda::server {

/// Metrics are for the operator: on a server with few players they tell a player what the others do.
enum class MetricsAccess {
    nobody,
    /// This machine and private networks, but not through a proxy.
    near,
    anybody
};

} // namespace tefuda::server
