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

/// Nothing where the player has no seat, or the room has finished. \param run the match that is on; null: none is
std::optional<RunningRoom> running_room(RoomState const& state, MatchRun const* run, std::string const& player);
std::optional<RunningRoom> running_room(Room const& room, std::string const& player);
/// Plays the match again. Nothing also where the room can't be read.
std::optional<RunningRoom> running_room(StoredRoom room, std::string const& player);

} // namespace tefuda::server
