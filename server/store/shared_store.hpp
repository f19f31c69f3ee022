// A store that several servers share: a server that claims a room takes it from the one that had it.
#pragma once

#include "server/store/sql.hpp"
#include "server/store/store.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace tefuda::server {

/// As Store: thread-safe, blocking, every function throws StoreFailure.
class SharedStore : public Store {
public:
    bool is_shared() const override { return true; }

    /// Connects, and makes the tables or brings them forward: to be called before anything else, again after StoreAway.
    /// \param stop it throws StoreAway within a tenth of a second when it is asked to stop while it connects
    /// \throws StoreDenied if trying again would not help
    virtual void prepare(std::stop_token const& stop) = 0;

    /// What is kept beside the rooms: the tables of players, boards, puzzles and the operator. Not used longer than
    /// this store.
    virtual std::shared_ptr<Sql> tables() = 0;

    // For one thread, which watches.

    struct News {
        std::vector<RoomClaim> claimed; ///< by any server, this one included
        bool missed = false;            ///< there may have been more: ask `lost`
    };
    /// Waits for claims, at most for this time.
    virtual News wait_for_news(std::chrono::milliseconds at_most) = 0;
    /// \returns those of these rooms that have another epoch, or are gone
    virtual std::vector<RoomClaim> lost(std::vector<RoomClaim> const& rooms) = 0;

    /// A public room that waits or plays.
    struct Listed {
        std::string version; ///< changes with what follows
        StoredRoom room;     ///< without its match
        RoomPresence presence;
    };
    /// Makes `known`, by code, what is listed now; keeps what has not changed.
    virtual void update_list(std::map<std::string, Listed>& known) = 0;
    /// Stores who is in rooms with these claims.
    virtual void set_presence(std::vector<std::pair<RoomClaim, RoomPresence>> const& rooms) = 0;
};

} // namespace tefuda::server
