// How ranks and plays compare in Twenty-Two: A high, then K … 2. A play is judged as the list of its ranks from high
// to low, jokers already replaced by what they copy.
#pragma once

#include "rules/core/cards.hpp"
#include "rules/core/points.hpp"
#include "rules/twentytwo/types.hpp"

namespace tefuda::twentytwo {

/// 2 … 10, J 11, Q 12, K 13, A 14.
constexpr int strength(Rank rank) {
    return rank == Rank::ace ? 14 : number_of(rank);
}

/// As of its rank; a joker is as high as an A.
constexpr int strength(Card card) {
    return strength(card.rank().value_or(Rank::ace));
}

/// What a card costs its owner who loses with it.
Points points_of(Card card, Variant variant);

/// Sorts by strength, the highest first.
void sort_high(Ranks& ranks);

/// Cards that aren't jokers from low to high, among equal ranks in canonical order.
Cards plain_low_to_high(Cards const& cards);

int jokers_in(Cards const& cards);

/// Whether every rank is at least as high as the one in the same place. \pre both high to low, of equal length
bool matches(Ranks const& list, Ranks const& bar);

/// Whether the first difference says that `list` is not lower (RULES.md R8). \pre as for `matches`
bool not_lower(Ranks const& list, Ranks const& other);

bool one_rank(Ranks const& list);

} // namespace tefuda::twentytwo
