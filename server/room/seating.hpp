// Who sits where: the rules about a room's seats.
#pragma once

#include "protocol/client_message.hpp"
#include "server/room/presence.hpp"
#include "server/room/rejections.hpp"
#include "server/room/room_state.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// A built-in bot, with a name of its own for each seat.
SeatState bot_at(Seat seat, BotLevel level);

/// The seat that a client names; nothing where the room has no such seat.
std::optional<Seat> to_seat(RoomState const& state, codec::WholeNumber const& number);

/// The empty seat that is asked for, or the first one; or why there is none.
OrRejection<Seat> find_empty_seat(RoomState const& state, std::optional<codec::WholeNumber> const& asked);

/// Compares in constant time.
std::optional<Seat> seat_of_token(RoomState const& state, std::string_view token);

/// The lowest seat that this player has; nothing for nobody.
std::optional<Seat> seat_of_player(RoomState const& state, SeatOwner const& player);

/// Whether all seats but this one are built-in bots'.
bool plays_bots_alone(RoomState const& state, Seat seat);

/// Refused but for the host, who alone may do something.
OrRejection<> check_host(RoomState const& state, Presence const& presence, ParticipantPtr const& client);

/// The seat's player leaves: in a match a bot plays on after 3 s, outside one the seat is empty. Where it was the host,
/// the human in the lowest seat who has not left is the next.
void give_up_seat(RoomState& state, Presence& presence, Seat seat, TimePoint now);

/// Whoever has the seat sits in the other one, with all that is theirs. \pre the other one is empty
void move_seat(RoomState& state, Presence& presence, Seat from, Seat to);

/// Gives the room so many seats: closes the last empty ones, and numbers the others anew, in order; or adds some.
/// \pre not more seats are taken \returns the seats whose number has changed
std::vector<Seat> set_seats(RoomState& state, Presence& presence, int count, TimePoint now);
/// How many seats are taken.
int seats_taken(RoomState const& state);

Bytes32 sha256_of(std::string_view text);

} // namespace tefuda::server
