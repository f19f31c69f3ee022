// The order of ranks and plays in Twenty-Two: A is the highest, then K … 2. A play is compared as the list of its
// ranks, high to low, with each joker replaced by the rank that it copies.
#pragma once

#include "rules/core/cards.hpp"
#include "rules/core/points.hpp"
#include "rules/core/rank_order.hpp"
#include "rules/twentytwo/types.hpp"

namespace tefuda::twentytwo {

inline constexpr RankOrder rank_order = ace_high;

/// 2 … 10, J 11, Q 12, K 13, A 14.
constexpr int strength(Rank rank) {
    return 2 + rank_order.height(rank);
}

/// The strength of the rank; a joker is as strong as an A.
constexpr int strength(Card card) {
    return strength(card.rank().value_or(Rank::ace));
}

/// The points for losing a deal with this card.
Points points_of(Card card, Variant variant);

/// Sorts by strength, highest first.
void sort_high(Ranks& ranks);

/// The cards that are not jokers, low to high; equal ranks in canonical order.
Cards plain_low_to_high(Cards const& cards);

int jokers_in(Cards const& cards);

/// Whether every rank is at least as high as the rank of `bar` in the same position. \pre both are sorted high to low
/// and have equal length
bool matches(Ranks const& list, Ranks const& bar);

/// Whether `list` is at least as high as `other` by the first difference (RULES.md R8). \pre as for `matches`
bool not_lower(Ranks const& list, Ranks const& other);

/// Whether all ranks are equal.
bool one_rank(Ranks const& list);

} // namespace tefuda::twentytwo
