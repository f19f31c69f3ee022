// What is different in a room that is a player's board of the day.
#pragma once

#include "protocol/client_message.hpp"
#include "server/room/participant.hpp"
#include "server/room/rejections.hpp"
#include "server/room/room_state.hpp"

namespace tefuda::server {

/// The seat of the board's player; bots have all others.
inline constexpr Seat board_seat{0};

/// Whether others than the room's player may not learn anything of it: until its board is open, and for good where the
/// match had not ended by then.
bool is_hidden(RoomState const& state, OpenBoards const& open);

/// Whether the player may still play: the board is not open, and was not given up. True in every other room.
bool may_be_played(RoomState const& state);

// Whether a message to the room is refused; in every other room it never is.

OrRejection<> check_board(RoomState const& state, Join const& message, ParticipantPtr const& from);
OrRejection<> check_board(RoomState const& state, Resume const& message, ParticipantPtr const& from);
/// For another match, or other bots, in the same room.
OrRejection<> check_board_is_over(RoomState const& state);

/// `daily_played`. \param room in which the player has the board
Rejection daily_played(std::string const& room);

} // namespace tefuda::server
