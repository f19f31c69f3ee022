// Finds matches that are over: in memory, or in the store.
#pragma once

#include "server/rooms/room_registry.hpp"
#include "server/store/store_reader.hpp"

#include <boost/system/result.hpp>
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

    /// Why there is none.
    struct Absence {
        enum Reason { no_room, no_match, being_played, unreadable };
        Reason reason = no_room;
        std::string problem{}; ///< why it is unreadable, a sentence for the log
    };
    /// The match ends with the call.
    using Answer = boost::system::result<MatchRecord const*, Absence>;
    using Done = std::function<void(Answer const& answer)>;

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
