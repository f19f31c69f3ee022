// The rooms in which a player has a seat.
#pragma once

#include "protocol/server_message.hpp"
#include "server/room/room.hpp"

#include <boost/describe/class.hpp>

#include <optional>
#include <string>

namespace tefuda::server {

struct RunningRoom {
    std::string room;
    std::string game;
    int match;
    Seat seat;
    RoomStatus status;
    bool to_act; ///< the game waits for the player
};
BOOST_DESCRIBE_STRUCT(RunningRoom, (), (room, game, match, seat, status, to_act))

/// Nothing where the player has no seat, the room has finished, or it is a board of the day that has opened.
std::optional<RunningRoom> running_room(Room const& room, std::string const& player, OpenBoards const& open);
/// A room that is not in memory here, as it is stored.
std::optional<RunningRoom> running_room(RoomState const& room, std::string const& player, OpenBoards const& open);

} // namespace tefuda::server
