// A seat in the form in which it is stored, and back.
#pragma once

#include "server/room/room_state.hpp"
#include "server/store/change.hpp"

#include <optional>

namespace tefuda::server {

SavedSeat stored_seat(RoomState const& room, Seat number);
/// \returns nothing where it is damaged
std::optional<SeatState> seat_in(SavedRoom const& room, Seat number);

} // namespace tefuda::server
