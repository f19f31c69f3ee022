// Where the built-in bots' random numbers come from.
#pragma once

#include "server/match/match_record.hpp"

#include <cstdint>

namespace tefuda::server {

/// The seed of a bot's random numbers for one decision: of the match's secret seed, so that a match with a fixed deal
/// repeats with its bots, and of nothing that the players do. A hash, so that what a bot does tells nothing of the
/// secret.
/// \param useless_answers how many answers of bots could not be used in this match before
std::uint64_t bot_seed_of(MatchRecord const& record, Seat seat, std::int64_t decision, int useless_answers = 0);

} // namespace tefuda::server
