// The evaluation of a hand.
#pragma once

#include "rules/selfish/types.hpp"

namespace tefuda::selfish {

/// At most one card per turn, in canonical order.
using Hand = InplaceVector<Card, max_turns>;

/// A 1, 2 to 10 their number, J 11, Q 12, K 13; a joker 13, as in a sudden death.
constexpr int number_of(Card card) {
    auto const rank = card.rank();
    return rank ? tefuda::number_of(*rank) : tefuda::number_of(Rank::king);
}

/// The kind and score of a hand. Each joker stands for the number that gives the best result. A Burst scores 0, a
/// Selfish its total without bonus (RULES.md, "Hands" and R2).
OpenedHand evaluate(Hand const& hand, Scoring scoring);

/// The number of the four cards of a Selfish. \pre `selfish.hand` is HandKind::selfish
int selfish_number(OpenedHand const& selfish);

} // namespace tefuda::selfish
