// Finds matches that are over: in memory, or in the store.
#pragma once

#include "server/rooms/room_registry.hpp"
#include "server/store/store_reader.hpp"

#include <functional>
#include <string>

namespace tefuda::server {

/// Thread-safe.
class FinishedMatches {
public:
    /// \param store null where no journal is kept
    /// \param executor where matches come from the store
    FinishedMatches(RoomRegistry& rooms, StoreReader* store, Executor& executor)
        : rooms_(rooms), store_(store), executor_(executor) {}

    enum class Absence { no_room, no_match, being_played, unreadable };
    /// What was found: the match, or why there is none. It ends with the call.
    struct Found {
        MatchRecord const* match = nullptr;
        Absence absence = Absence::no_room; ///< only without a match
        std::string problem{};              ///< why it is unreadable, a sentence for the log
    };
    using Done = std::function<void(Found const& found)>;

    /// \param room its code
    /// \param done called once, on an executor of the server
    void find(std::string const& room, int match, Done const& done) const;

private:
    void find_stored(std::string const& room, int match, Done const& done) const;
    void tell_absence(std::string const& room, int match, Done const& done) const;

    RoomRegistry& rooms_;
    StoreReader* const store_;
    Executor& executor_;
};

} // namespace tefuda::server
