// The open WebSockets of players.
#pragma once

#include "server/net/service.hpp"
#include "server/runtime/sweep.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace tefuda::server {

/// Thread-safe. Owns no connection.
class KnownConnections {
public:
    /// \pre the connection has an identity
    void add(std::shared_ptr<ClientConnection> const& connection);

    /// Closes those of which this is true, with 1008.
    void close_if(std::function<bool(Identity const&)> const& is_over);
    void close_player(std::string const& id) {
        close_if([&](Identity const& who) { return who.player.id == id; });
    }

    /// Who is here, each secret once.
    std::vector<std::shared_ptr<Identity const>> all();

private:
    std::mutex mutex_;
    std::unordered_multimap<std::string, std::weak_ptr<ClientConnection>> by_player_;
    Sweep sweep_{1000};
};

} // namespace tefuda::server
