// From one deal to the next: the draw for dealer, dealing, the last showing, elimination and the end.
#pragma once

#include "rules/core/chance.hpp"
#include "rules/twentytwo/state.hpp"

namespace tefuda::twentytwo {

/// Draws for the first dealer, who is then `state.dealer`. Each round is kept in `state.draws`.
void draw_for_dealer(State& state, Chance& chance, std::vector<Event>& events);

/// Shuffles all that lies before nobody and deals, at most `wanted` to each seat still in.
void deal_hands(State& state, int wanted, Chance& chance, std::vector<Event>& events);

/// Begins the first trick once nobody can exchange any more.
void start_play(State& state, std::vector<Event>& events);

/// \pre everybody still in holds one card. Shows them, settles the deal, and deals the next one or ends the match.
void show_last_cards(State& state, Chance& chance, std::vector<Event>& events);

/// \pre the match is over
Result<Reason> result_of(State const& state);

} // namespace tefuda::twentytwo
