// What a database must do for the journal: store transactions durably, and give rooms back.
//
// Each room has an epoch, a number that only grows. A server claims a room by raising its epoch, and its commits to the
// room name the epoch of that claim. A commit with another epoch than the room's stores nothing of that room: of two
// claims the older one is fenced.
#pragma once

#include "server/store/change.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace tefuda::server {

class Sql;

/// The store can't do what was asked; nothing was changed. `what()` is one or more sentences for the server's operator:
/// what is wrong with which file, and what to do.
struct StoreFailure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The store can't be reached now; it may come back by itself.
struct StoreAway : StoreFailure {
    using StoreFailure::StoreFailure;
};

/// The store answers, but refuses this server for a reason that waiting does not mend: a wrong password, for example.
struct StoreDenied : StoreAway {
    using StoreAway::StoreAway;
};

/// The store works, but does not take just these changes.
struct DataRefused : StoreFailure {
    using StoreFailure::StoreFailure;
};

/// The store was made by a newer server than this one.
struct NewerStore : StoreFailure {
    using StoreFailure::StoreFailure;
};

/// Whether a commit was carried out is not known: Store::outcome tells, as soon as the store can be reached again; of a
/// write of tables, the write with the same key.
struct OutcomeUnknown : StoreAway {
    using StoreAway::StoreAway;
};

/// Who is in a room that runs, as the lists of other servers show it.
struct RoomPresence {
    int spectators = 0;
    /// A bit for each seat, the lowest one for seat 0: a person is connected there. Nothing: that is not known.
    std::optional<std::int64_t> connected{};
};

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

/// The places in a commit of the transactions whose rooms have been claimed anew since.
using LostPlaces = std::vector<std::size_t>;

/// Thread-safe, but `recover` must be called first and alone. All functions block: never call them on an event loop.
/// All of them throw StoreFailure.
class Store {
public:
    virtual ~Store() = default;

    /// Rooms that `recover` did not give; they stay in the store.
    struct Recovered {
        std::vector<std::string> finished; ///< codes of the finished rooms
        std::vector<std::string> damaged;  ///< codes of the rooms that can't be read
    };

    /// Gives every room that is not finished, claimed; none of a store that servers share.
    virtual Recovered recover(std::function<void(ClaimedRoom)> const& each) = 0;

    /// Claims a room, and reads it as it is with that claim: nothing is stored with an older one from then on.
    /// \param from_others also if another server has claimed it
    virtual ClaimResult claim(std::string const& code, bool from_others) = 0;
    /// Gives claimed rooms back; those that were claimed again meanwhile are left as they are.
    virtual void give_back(std::vector<RoomClaim> const& rooms) = 0;
    /// False: there is certainly no room with this code. At once, on any thread: it asks neither disk nor network.
    virtual bool may_have(std::string const& code) const = 0;
    /// Whether other servers may claim rooms of this one, so that what it has in memory of a room may be old.
    virtual bool is_shared() const { return false; }

    /// Stores all transactions but those that are lost or, if it throws, none. They are durable when it returns.
    /// \returns those whose room has another epoch: nothing of them is stored
    /// \throws OutcomeUnknown: then `outcome` must be asked before the next commit
    virtual LostPlaces commit(std::span<Transaction const> transactions) = 0;

    /// What became of the commit whose outcome was unknown.
    struct Outcome {
        bool stored;
        LostPlaces lost;
    };
    /// \throws StoreAway while that can't be told
    virtual Outcome outcome() { return {false, {}}; }

    /// A room with its newest match, as of the last commit before the call; nothing if there is no such room.
    virtual std::optional<StoredRoom> read_room(std::string const& code) = 0;
    /// A match that has ended; nothing if there is none with this number.
    virtual std::optional<StoredMatch> read_match(std::string const& room, int number) = 0;
    /// The numbers of the matches that have ended and are not deleted, from this one on; 1000 at most.
    virtual std::vector<int> ended_matches(std::string const& room, int from) = 0;

    /// Whatever was committed can be read in the store's tables when it returns, but for matches: of these no row is
    /// written.
    virtual void fold_rooms() {}

    /// Deletes the matches that ended more than `seconds` ago, except each room's newest.
    /// \returns the codes of the rooms in which nothing has changed for that long
    virtual std::vector<std::string> expire(std::int64_t seconds) = 0;

    /// What must go so that the store is smaller again: of all matches that have ended those that ended first.
    struct Trimmed {
        std::int64_t matches = 0;       ///< number of deleted matches, in rooms that have newer ones
        std::vector<std::string> rooms; ///< finished rooms whose newest match is among them: the caller removes them
        /// Where to go on, once these rooms are removed: the store is still too large.
        std::optional<std::int64_t> next;
    };
    /// If the store is larger than `bytes`, deletes matches until it is a tenth smaller than that; each call is one
    /// short step.
    /// A database that servers share has no such limit: it does nothing.
    /// \param from 0, or where the last step said to go on
    virtual Trimmed trim([[maybe_unused]] std::uint64_t bytes, [[maybe_unused]] std::int64_t from) { return {}; }
};

/// A store that several servers share: a server that claims a room takes it from the one that had it. As Store.
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
