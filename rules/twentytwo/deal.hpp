// The draw for dealer, dealing, the showing of the last cards, elimination and the end of the match.
#pragma once

#include "rules/core/chance.hpp"
#include "rules/twentytwo/state.hpp"

namespace tefuda::twentytwo {

/// Draws cards for the first dealer and sets `state.dealer`. Appends each round to `state.draws`.
void draw_for_dealer(State& state, Chance& chance, std::vector<Event>& events);

/// Shuffles all cards that do not lie before losers and deals at most `wanted` cards to each seat still in the game.
void deal_hands(State& state, int wanted, Chance& chance, std::vector<Event>& events);

/// Begins the first trick after the exchange.
void start_play(State& state, std::vector<Event>& events);

/// Shows the last cards and scores the deal. Then deals again or ends the match. \pre every seat still in holds one
/// card
void show_last_cards(State& state, Chance& chance, std::vector<Event>& events);

/// \pre the match is over
Result<Reason> result_of(State const& state);

} // namespace tefuda::twentytwo
