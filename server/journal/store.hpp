// What a database must do for the journal: store transactions durably, and give rooms back.
#pragma once

#include "server/journal/change.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tefuda::server {

/// The store can't do what was asked; nothing was changed. `what()` is one or more sentences for the server's operator:
/// what is wrong with which file, and what to do.
class StoreFailure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

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

    /// Gives every room that is not finished.
    virtual Recovered recover(std::function<void(StoredRoom)> const& each) = 0;

    /// Stores all transactions or, if it throws, none. They are durable when it returns.
    virtual void commit(std::span<Transaction const> transactions) = 0;

    /// A room with its newest match, as of the last commit before the call; nothing if there is no such room.
    virtual std::optional<StoredRoom> read_room(std::string const& code) = 0;
    /// A match that has ended; nothing if there is none with this number.
    virtual std::optional<StoredMatch> read_match(std::string const& room, int number) = 0;

    /// Deletes the matches that ended more than `seconds` ago, except each room's newest.
    /// \returns the codes of the rooms in which nothing has changed for that long
    virtual std::vector<std::string> expire(std::int64_t seconds) = 0;
};

} // namespace tefuda::server
