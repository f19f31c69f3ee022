// Who may read the metrics.
#pragma once

namespace tefuda::server {

/// The metrics are for whoever runs the server: on a quiet one their bytes and errors would tell a player about the
/// others.
enum class MetricsAccess {
    nobody,
    /// This machine and private networks, unless a proxy passes the request on.
    near,
    anybody
};

} // namespace tefuda::server
