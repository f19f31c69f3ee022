// Joins that wait until it is known whether the host, who is not connected, has blocked whoever joins.
#pragma once

#include "server/rooms/room_transaction.hpp"

#include <list>
#include <memory>
#include <unordered_map>

namespace tefuda::server {

class RoomActor;

/// Keeps such a join, and behind it what the same client says to the room, so that its messages keep their order; what
/// others say goes on. Used on the room's executor.
class HeldJoins {
public:
    bool empty() const { return held_.empty(); }

    /// Keeps the message where it has to wait, and asks for what it waits for: then RoomActor::let_go_on is called
    /// once.
    /// \returns false where it need not wait, and has not moved from it
    /// \throws std::exception and has not moved from it
    bool hold(RoomRequest& request, Room const& room, RoomActor& actor);
    /// What is kept of this client, in order. \param host what its join, the first of them, waited for
    std::list<RoomCommand> release(ParticipantPtr const& client, std::shared_ptr<AbsentHost const> const& host);

private:
    /// RoomRequests of each client.
    std::unordered_map<ParticipantPtr, std::list<RoomCommand>> held_;
};

} // namespace tefuda::server
