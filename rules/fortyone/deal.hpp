// Dealing, and what happens between two deals.
#pragma once

#include "rules/fortyone/state.hpp"

#include <vector>

namespace tefuda::fortyone {

/// Deals six each from the dealer's opponent on and turns the starter up; a starter A gives the dealer a chip.
void deal_cards(State& state, Seat dealer, std::vector<Event>& events);

/// Lays this deal's cards away; the next deal follows, or the match ends.
void end_deal(State& state, std::vector<Event>& events);

/// Gives chips, if there are any.
void score(State& state, Seat seat, int chips, Cause cause, std::vector<Event>& events);

} // namespace tefuda::fortyone
