// What an opened hand is worth.
#pragma once

#include "rules/selfish/types.hpp"

namespace tefuda::selfish {

/// At most one card for each turn, in canonical order.
using Hand = InplaceVector<Card, max_turns>;

/// A 1, 2 … K 13; a joker 13, as in a sudden death.
constexpr int number_of(Card card) {
    auto const rank = card.rank();
    return rank ? tefuda::number_of(*rank) : tefuda::number_of(Rank::king);
}

/// The hand's kind and score; each joker stands for the number that serves the hand best. A Burst scores 0, a Selfish
/// its plain total (RULES.md R2).
OpenedHand evaluate(Hand const& hand, Scoring scoring);

/// The number that a Selfish is made of. \pre `selfish` is one
int selfish_number(OpenedHand const& selfish);

} // namespace tefuda::selfish
