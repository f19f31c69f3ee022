// What a database has to do for the journal: take changes durably, and give them back. A store knows neither rooms nor
// games: what they are is text to it.
#pragma once

#include "server/match/match_record.hpp"

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tefuda::server {

// The texts in a change belong to whoever has made it.

/// The room as it is now, but for its matches; the first one makes it.
struct RoomSaved {
    std::string_view state;
    /// Nobody plays there: it need not be awake after a restart.
    bool finished = false;
};

struct MatchBegun {
    int number = 1;
    std::string_view setup;
};

/// Behind those that the match has taken before.
struct ActionTaken {
    int match = 1;
    Seat seat;
    std::string_view action;
    std::int64_t ms = 0;
    /// What the clocks have left.
    std::string_view banks;
};

struct MatchEnded {
    int number = 1;
};

struct RoomRemoved {};

using Change = std::variant<RoomSaved, MatchBegun, ActionTaken, MatchEnded, RoomRemoved>;

struct StoredMatch {
    int number = 1;
    std::string setup;
    MatchActions actions;
    std::string banks;
};

struct StoredRoom {
    std::string code;
    std::string state;
    /// The newest, whether it is on or over.
    std::optional<StoredMatch> last_match;
};

/// The store can't do what it is asked to; nothing was changed. `what()` is a sentence for whoever runs the server.
class StoreFailure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// `recover` is called before anything else, the others from any thread. Every function throws StoreFailure.
class Store {
public:
    virtual ~Store() = default;

    /// Gives every room that is not finished; returns the codes of the finished ones.
    virtual std::vector<std::string> recover(std::function<void(StoredRoom)> const& each) = 0;

    /// Stores all units, as `append_unit` puts them together, or, when it throws, none; they are durable when it
    /// returns.
    virtual void commit(std::string_view units) = 0;

    virtual std::optional<StoredRoom> read_room(std::string const& code) = 0;
    /// A match that has ended.
    virtual std::optional<StoredMatch> read_match(std::string const& room, int number) = 0;

    /// Forgets the matches that ended before so many seconds, but for each room's newest. \returns the rooms in which
    /// nothing has happened since
    virtual std::vector<std::string> expire(std::int64_t seconds) = 0;
};

} // namespace tefuda::server
