#include "server/people/known_connections.hpp"

#include <unordered_set>

namespace tefuda::server {

void KnownConnections::close_if(std::function<bool(Identity const&)> const& is_over) const {
    for (auto const& connection : connections_.all())
        if (is_over(*connection->identity()))
            connection->executor().post(
                [connection] { connection->close(close_code::policy_violation, "this secret is not valid any more"); });
}

std::vector<std::shared_ptr<Identity const>> KnownConnections::all() const {
    std::vector<std::shared_ptr<Identity const>> found;
    std::unordered_set<std::string> secrets;
    for (auto const& connection : connections_.all())
        if (secrets.insert(connection->identity()->secret).second) found.push_back(connection->identity());
    return found;
}

} // namespace tefuda::server
