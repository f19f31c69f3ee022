// The sheet of the evening in a room: whose line a seat has, and what is shown of it.
#pragma once

#include "protocol/evening.hpp"
#include "server/match/evening.hpp"
#include "server/room/room_match.hpp"
#include "server/room/room_state.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace tefuda::server {

/// Whether matches give points here: at a board of the day, and where the first match went on from another one, they
/// never do.
bool has_evening(RoomState const& state);

/// To be called when somebody has sat down, or a seat has got a player: it has its line from now on. During a match
/// nothing changes, so that the sheet tells nothing of it.
void update_evening(RoomState& state);

/// The match has ended: its points are added.
/// \pre the state is as it was when it ended \param ended microseconds since 1970
void add_to_evening(RoomState& state, RoomMatch const& match, std::int64_t ended);

/// The player is gone for good: its line is nobody's, also during a match. \pre its seats have it still
void forget_in_evening(RoomState& state, std::string const& id);

/// A new sheet begins. \param since microseconds since 1970
void begin_evening(RoomState& state, std::int64_t since);

/// For the message `room`; nothing where no match has ended.
std::optional<EveningInfo> evening_info_of(RoomState const& state);

/// All of it, as if the record of each match could be read; nothing where no match has ended.
std::optional<EveningSheet> evening_sheet_of(RoomState const& state);

} // namespace tefuda::server
