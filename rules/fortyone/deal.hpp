// Dealing, scoring and the end of a deal.
#pragma once

#include "rules/fortyone/state.hpp"

#include <bitset>
#include <vector>

namespace tefuda::fortyone {

/// Deals six cards to each player, starting with the dealer's opponent, and turns up the starter. A starter A gives the
/// dealer a chip.
void deal_cards(State& state, Seat dealer, std::vector<Event>& events);

/// Discards the cards of this deal, then starts the next deal or ends the match.
void end_deal(State& state, std::vector<Event>& events);

/// Gives `chips` to the seat. Does nothing, and appends no event, if `chips` is 0.
void score(State& state, Seat seat, int chips, Cause cause, std::vector<Event>& events);

/// Indexed by number_of(rank).
using RankSet = std::bitset<14>;

/// The ranks that the cards left in the seat's hand may have: none that was playable when it passed.
RankSet possible_ranks(Deal const& deal, Seat seat);

bool allows(RankSet const& possible, Card card);

} // namespace tefuda::fortyone
