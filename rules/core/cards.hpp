// Lists of cards. A hand is a multiset in canonical order. Lists whose order has a meaning (a stock, a sequence of
// plays) keep that order.
#pragma once

#include "rules/core/card.hpp"
#include "rules/core/inplace_vector.hpp"

#include <initializer_list>
#include <string_view>

namespace tefuda {

/// Largest number of cards in any game: two packs of 52 and four jokers.
inline constexpr std::size_t max_cards = 108;

/// Cards stored without heap allocation. Throws std::bad_alloc above `max_cards`.
using Cards = InplaceVector<Card, max_cards>;

/// Ranks that belong to a list of cards: one per joker or one per card.
using Ranks = InplaceVector<Rank, max_cards>;

/// `packs` packs of 52, each in canonical order, followed by `jokers` jokers.
Cards fresh_pack(int packs = 1, int jokers = 0);

void sort_canonical(Cards& cards);
Cards sorted(Cards cards);

int count(Cards const& cards, Card card);
bool contains(Cards const& cards, Card card);

/// Whether `cards` contains `wanted` as a sub-multiset.
bool contains_all(Cards const& cards, Cards const& wanted);

/// Whether both lists are equal as multisets.
bool same_cards(Cards const& one, Cards const& other);

/// Inserts a card into a hand that is in canonical order, and keeps it in order.
void insert_sorted(Cards& hand, Card card);

/// Removes one copy of the card; the others keep their order. \pre contains(hand, card)
void remove(Cards& hand, Card card);

/// \pre contains_all(hand, cards)
void remove_all(Cards& hand, Cards const& cards);

/// Removes and returns the top card (index 0) of a stock. \pre not empty
Card draw_top(Cards& stock);

/// The different cards of a hand in canonical order, each listed once.
Cards distinct(Cards const& hand);

/// Parses text such as "7H KS XX". \throws std::invalid_argument if a word is not a card
Cards parse_cards(std::string_view text);

} // namespace tefuda
