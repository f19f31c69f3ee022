// What a player has made of all boards.
#pragma once

#include "protocol/daily.hpp"
#include "server/daily/board_table.hpp"

#include <vector>

namespace tefuda::server {

/// \param played the results of open boards, by day
/// \param last_open the last day whose boards are open: what is not open yet may still come, and ends no streak
BoardTally tally_of(std::vector<BoardTable::Played> const& played, int last_open);

} // namespace tefuda::server
