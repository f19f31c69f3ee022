// Rooms and matches in the form in which they are stored, and back.
#pragma once

#include "server/match/match_record.hpp"
#include "server/room/room_state.hpp"
#include "server/store/change.hpp"

#include <string>
#include <variant>

namespace tefuda::server {

SavedRoom stored_form(RoomState const& room);
SavedSetup stored_form(MatchRecord const& match);

/// \returns the match, or a sentence that says which part of it is damaged
std::variant<MatchRecord, Illegal> match_of(std::string const& room, StoredMatch match);

/// The room without its match. \returns it, or a sentence that says which part of it is damaged
std::variant<RoomState, Illegal> state_of(std::string const& code, SavedRoom const& room);

/// What is said of a match that can't be read or played again: a sentence. \param reason as in `it is missing`
std::string match_damage(std::string const& room, int match, std::string const& reason);

/// The room with its newest match, or with a sentence about why that can't be read. \returns it, or which part of the
/// room itself is damaged
std::variant<RoomRecord, Illegal> room_of(StoredRoom room);

} // namespace tefuda::server
