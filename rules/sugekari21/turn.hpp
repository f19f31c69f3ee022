// Decides which actions are legal. Used by both `apply` and `legal`.
#pragma once

#include "rules/sugekari21/state.hpp"

#include <string_view>

namespace tefuda::sugekari21 {

/// The seats whose action the game waits for, ascending.
Seats seats_to_act(State const& state);

/// The value of a card; std::nullopt for a joker that halves. \pre `as` has a value if and only if the card is a joker
std::optional<int> value_of(Card card, std::optional<JokerRole> as);

/// The total of the round after a play with this value.
/// \param value std::nullopt halves the total
int total_after(State const& state, std::optional<int> value);

/// Whether a card of this rank was played in the round. Jokers do not count.
bool rank_played(State const& state, Rank rank);

/// Why the action is illegal; std::nullopt if it is legal. The reason depends only on what the seat knows.
std::optional<std::string_view> refusal(State const& state, Seat seat, Action const& action);

} // namespace tefuda::sugekari21
