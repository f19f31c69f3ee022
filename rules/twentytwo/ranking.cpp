#include "rules/twentytwo/ranking.hpp"

#include <algorithm>

namespace tefuda::twentytwo {

Points points_of(Card card, Variant variant) {
    if (card.is_joker()) return Points(13);
    if (card.has(Rank::ace)) return Points(variant == Variant::twenty_six ? 14 : 11);
    return Points(std::min(strength(card), 10));
}

void sort_high(Ranks& ranks) {
    std::sort(ranks.begin(), ranks.end(), [](Rank one, Rank other) { return strength(one) > strength(other); });
}

Cards plain_low_to_high(Cards const& cards) {
    Cards plain;
    for (auto const card : cards)
        if (!card.is_joker()) plain.push_back(card);
    std::sort(plain.begin(), plain.end(), [](Card one, Card other) {
        return strength(one) != strength(other) ? strength(one) < strength(other) : one < other;
    });
    return plain;
}

int jokers_in(Cards const& cards) {
    return count(cards, Card::joker());
}

bool matches(Ranks const& list, Ranks const& bar) {
    return std::equal(list.begin(), list.end(), bar.begin(), bar.end(),
                      [](Rank one, Rank other) { return strength(one) >= strength(other); });
}

bool not_lower(Ranks const& list, Ranks const& other) {
    return !std::lexicographical_compare(list.begin(), list.end(), other.begin(), other.end(),
                                         [](Rank one, Rank two) { return strength(one) < strength(two); });
}

bool one_rank(Ranks const& list) {
    return std::adjacent_find(list.begin(), list.end(), std::not_equal_to<>()) == list.end();
}

} // namespace tefuda::twentytwo
