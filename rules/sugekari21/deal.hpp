// How a game begins and how a bout, a game and the match end.
#pragma once

#include "rules/core/chance.hpp"
#include "rules/sugekari21/events.hpp"
#include "rules/sugekari21/state.hpp"

namespace tefuda::sugekari21 {

/// Shuffles a fresh pack and deals game `game`: thirteen to each from the leader, what is left is the stock or, of 54
/// cards, goes to the players of the side `trailing` (spice 3). \pre `trailing` has a value exactly then
void begin_game(State& state, int game, Seat leader, std::optional<std::size_t> trailing, Chance& chance,
                Events& events);

/// How play stopped: who went out, or, where nobody could lead, who won the last round (RULES.md R3).
struct Stop {
    Seat seat;
    bool went_out;
};

/// Goes on to the second bout, to the next game, or ends the match.
void end_bout(State& state, Stop stop, Chance& chance, Events& events);

} // namespace tefuda::sugekari21
