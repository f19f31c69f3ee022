// How a board of the day comes to be.
#pragma once

#include "server/daily/board_table.hpp"
#include "server/match/match.hpp"

#include <string>
#include <vector>

namespace tefuda::server {

/// The games that have a board each day.
std::vector<std::string> games_with_boards();

/// A board with a new secret, which is in no table yet. \param game has a board \throws StoreFailure where it can't be
/// played
Board draw_board(int day, Game const& game);

} // namespace tefuda::server
