// Rooms and matches as text, for a store and back.
#pragma once

#include "server/journal/store.hpp"
#include "server/room/room_state.hpp"

namespace tefuda::server {

/// But for the matches.
std::string stored_form(RoomState const& room);
/// But for the actions.
std::string stored_form(MatchRecord const& match);
/// Empty where there are none.
std::string stored_form(SeatList<std::chrono::milliseconds> const& banks);

/// A finished match. \returns a sentence where the text is damaged
std::variant<MatchRecord, Illegal> record_of(std::string const& room, StoredMatch const& match);

/// A room with its last match. \returns a sentence where the text is damaged
std::variant<RoomState, Illegal> room_of(StoredRoom const& room);

} // namespace tefuda::server
