// Whom the players who are connected here have blocked.
#pragma once

#include "server/runtime/shared_ids.hpp"
#include "server/runtime/sweep.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tefuda::server {

/// One list for all connections of a player, which own it. For one thread at a time.
class BlockedLists {
public:
    using Read = std::function<std::vector<std::string>(std::string const& id)>;

    /// \param read whom a player has blocked, as it is stored
    explicit BlockedLists(Read read) : read_(std::move(read)) {}

    /// The list of this player: the same object for all who ask while somebody has it.
    std::shared_ptr<SharedIds> of(std::string const& id);

    /// Reads again what another server may have changed: some lists that somebody has, in their turn.
    void read_again(std::size_t most);

    /// How many are known: at most twice as many as somebody has, or a thousand.
    std::size_t size() const { return lists_.size(); }

private:
    Read const read_;
    std::map<std::string, std::weak_ptr<SharedIds>> lists_;
    std::string read_last_; ///< whose list was read again last
    Sweep sweep_{1000};
};

} // namespace tefuda::server
