// Checks the opening handshake of a WebSocket.
#pragma once

#include "server/metrics/metrics.hpp"
#include "server/net/peer.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tefuda::server {

/// Whether a request is an opening handshake (RFC 6455, section 4.2.1) that can be accepted.
struct UpgradeCheck {
    /// 101, or the status of the refusal.
    unsigned status = 101;
    /// A sentence that says what is wrong; empty with 101.
    std::string_view message;
    /// With 403.
    std::optional<RefusedFor> reason{};
};
UpgradeCheck check_upgrade(RequestHead const& request);

/// As ClientConnection::query.
std::string query_of(RequestHead const& request);

} // namespace tefuda::server
