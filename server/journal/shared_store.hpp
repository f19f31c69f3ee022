// A store that several servers share. Each room has an epoch, a number that only grows: a server claims a room by
// raising it, and commits to the room name the epoch of their claim. A commit with another epoch than the stored one
// stores nothing of that room, so whoever claims a room takes it from the server that had it.
#pragma once

#include "server/journal/store.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace tefuda::server {

/// A room and the epoch with which it was claimed.
struct RoomClaim {
    std::string room; ///< its code
    std::int64_t epoch = 0;
    friend bool operator==(RoomClaim const&, RoomClaim const&) = default;
};

struct ClaimedRoom {
    StoredRoom room;
    std::int64_t epoch = 0;
};
struct NoSuchRoom {};
/// Another server has claimed it.
struct ClaimedElsewhere {};
using ClaimResult = std::variant<ClaimedRoom, NoSuchRoom, ClaimedElsewhere>;

/// As Store: thread-safe, blocking, every function throws StoreFailure.
class SharedStore : public Store {
public:
    /// Claims a room, and reads it as it is with that claim.
    /// \param from_others also if another server has claimed it
    virtual ClaimResult claim(std::string const& code, bool from_others) = 0;

    /// Gives claimed rooms back, so that any server may claim them; those lost meanwhile are left as they are.
    virtual void give_back(std::vector<RoomClaim> const& rooms) = 0;

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
        int spectators = 0;
    };
    /// Makes `known`, by code, what is listed now; keeps what has not changed.
    virtual void update_list(std::map<std::string, Listed>& known) = 0;
    /// Stores the number of spectators of rooms with these claims.
    virtual void set_spectators(std::vector<std::pair<RoomClaim, int>> const& rooms) = 0;
};

} // namespace tefuda::server
