// What a room asks of whoever has all rooms.
#pragma once

#include "server/runtime/executor.hpp"
#include "server/store/change.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace tefuda::server {

class Room;
class RoomActor;
struct MatchRecord;

/// Called on a room's executor.
class RoomOwner {
public:
    virtual ~RoomOwner() = default;
    /// After each change of what lists of rooms show.
    /// \param epoch of the room's claim
    virtual void list(Room const& room, std::int64_t epoch) = 0;
    /// The room has left the memory. \param stored it is in the store and may be woken
    virtual void forget(std::string const& code, bool stored) = 0;
    /// The room has failed and is not what the store has: it is forgotten and, where it is stored, taken up again.
    virtual void renew(std::string const& code, bool stored) = 0;
    /// Something was stored with the room's claim for the first time.
    virtual void note_held(RoomActor const& room) = 0;
    /// Another server has claimed the room.
    virtual void lose(RoomActor const& room) = 0;
    /// Calls the task on this executor once all event loops have done what they were given until now. From any thread.
    virtual void after_all_loops(Executor& executor, std::function<void()> task) = 0;
    /// Something outlasts the room, which no journal keeps: RoomPlayers or ResultSaved.
    virtual void keep([[maybe_unused]] std::string const& room, [[maybe_unused]] Change const& change) {}
    /// A match has ended in the room, and that is stored. \param match valid during the call
    virtual void note_match_ended([[maybe_unused]] Room const& room, [[maybe_unused]] MatchRecord const& match) {}
    /// Charges actions of bots and clocks to this address.
    virtual void charge(std::string const& address, int actions) = 0;
};

} // namespace tefuda::server
