// What a seat may do now, and why not the rest: the one place that `apply` and `legal` both ask.
#pragma once

#include "rules/sugekari21/state.hpp"

#include <string_view>

namespace tefuda::sugekari21 {

/// Those whom the game waits for, ascending.
Seats seats_to_act(State const& state);

/// What a card counts: nothing for a joker that halves. \pre `as` has a value exactly for a joker
std::optional<int> value_of(Card card, std::optional<As> as);

/// The total of the round after such a play.
int total_after(State const& state, std::optional<int> value);

/// Whether a rank lies in the round as a card that is no joker.
bool rank_played(State const& state, Rank rank);

/// Why the action is refused, in words made of what the seat knows; nothing where it is legal.
std::optional<std::string_view> refusal(State const& state, Seat seat, Action const& action);

} // namespace tefuda::sugekari21
