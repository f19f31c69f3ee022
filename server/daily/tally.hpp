// What a player has made of all boards.
#pragma once

#include "protocol/daily.hpp"
#include "server/daily/board_table.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tefuda::server {

/// \param played the results of open boards, by day
/// \param last_open the last day whose boards are open: what is not open yet may still come, and ends no streak
BoardTally tally_of(std::vector<BoardTable::Played> const& played, int last_open);

/// How many boards `my_boards` lists: seven weeks of five games a day.
inline constexpr std::size_t max_listed_boards = 250;

/// For the player alone.
/// \param played all boards that the player has finished, by day, including those that are not open yet
/// \param today may still be missing without ending a streak
MyBoards my_boards(std::vector<BoardTable::Played> const& played, int today);

/// For the player's export: JSON texts, the boards that it has finished before the others.
std::vector<std::string> exported_boards(std::vector<BoardTable::Played> const& finished,
                                         std::vector<BoardTable::Begun> const& unfinished);

} // namespace tefuda::server
