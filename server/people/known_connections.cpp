#include "server/people/known_connections.hpp"

#include <unordered_set>

namespace tefuda::server {

void KnownConnections::add(std::shared_ptr<ClientConnection> const& connection) {
    std::lock_guard const lock(mutex_);
    sweep_.before_insertion(by_player_, [](auto const& each) { return each.second.expired(); });
    by_player_.emplace(connection->identity()->player.id, connection);
}

void KnownConnections::close_if(std::function<bool(Identity const&)> const& is_over) {
    std::lock_guard const lock(mutex_);
    for (auto const& [id, weak] : by_player_) {
        auto const connection = weak.lock();
        if (!connection || !is_over(*connection->identity())) continue;
        connection->executor().post(
            [connection] { connection->close(close_code::policy_violation, "this secret is not valid any more"); });
    }
}

std::vector<std::shared_ptr<Identity const>> KnownConnections::all() {
    std::lock_guard const lock(mutex_);
    std::vector<std::shared_ptr<Identity const>> found;
    std::unordered_set<std::string> secrets;
    for (auto const& [id, weak] : by_player_)
        if (auto const connection = weak.lock(); connection && secrets.insert(connection->identity()->secret).second)
            found.push_back(connection->identity());
    return found;
}

} // namespace tefuda::server
