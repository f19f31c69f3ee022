// The open WebSockets of players.
#pragma once

#include "server/net/service.hpp"
#include "server/runtime/weak_list.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tefuda::server {

/// Thread-safe. Owns no connection.
class KnownConnections {
public:
    /// \pre the connection has an identity
    void add(std::shared_ptr<ClientConnection> const& connection) { connections_.add(connection); }

    /// Closes those of which this is true, with 1008.
    void close_if(std::function<bool(Identity const&)> const& is_over) const;
    void close_player(std::string const& id) const {
        close_if([&](Identity const& who) { return who.player.id == id; });
    }

    /// Who is here, each secret once.
    std::vector<std::shared_ptr<Identity const>> all() const;

private:
    WeakList<ClientConnection> connections_;
};

} // namespace tefuda::server
