// The start of a game, and the end of a bout, a game and the match.
#pragma once

#include "rules/core/chance.hpp"
#include "rules/sugekari21/events.hpp"
#include "rules/sugekari21/state.hpp"

namespace tefuda::sugekari21 {

/// Shuffles a new pack and deals game number `game`, thirteen cards to each seat, starting with the leader. The
/// remaining cards are the stock. If `trailing` has a value, the pack has two jokers and the two extra cards go to the
/// players of that side (spice 3).
void begin_game(State& state, int game, Seat leader, std::optional<std::size_t> trailing, Chance& chance,
                Events& events);

/// How play ended: a player went out, or nobody could lead (RULES.md R3).
struct PlayEnd {
    Seat seat; ///< the player who went out, or the winner of the last round
    bool went_out;
};

/// Ends the bout. Then starts the second bout or the next game, or ends the match.
void end_bout(State& state, PlayEnd end, Chance& chance, Events& events);

} // namespace tefuda::sugekari21
