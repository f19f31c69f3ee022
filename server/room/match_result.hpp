// What is kept of a match that has ended.
#pragma once

#include "protocol/player.hpp"
#include "server/match/evening.hpp"
#include "server/room/room_match.hpp"
#include "server/room/room_state.hpp"
#include "server/store/change.hpp"

#include <vector>

namespace tefuda::server {

/// \pre the match is over, and the state is as it was when it ended \param now it has
ResultSaved result_of(RoomState const& state, RoomMatch const& match, WallTime now);

/// What each seat has won. \pre as above
std::vector<SheetScore> scores_of(RoomState const& state, RoomMatch const& match);

} // namespace tefuda::server
