// The opening handshake of a WebSocket.
#pragma once

#include "server/net/peer.hpp"

#include <string_view>

namespace tefuda::server {

/// Whether this is a handshake of RFC 6455 that will be accepted; else what is wrong with it.
struct UpgradeCheck {
    /// 101, or the status of the refusal.
    unsigned status = 101;
    std::string_view message;
};
UpgradeCheck check_upgrade(RequestHead const& request);

} // namespace tefuda::server
