// Lists of cards. A hand is a multiset, kept in canonical order; a list that has an order of its own (a stock, a
// sequence of plays) keeps that.
#pragma once

#include "rules/core/card.hpp"
#include "rules/core/inplace_vector.hpp"

#include <initializer_list>
#include <string_view>

namespace tefuda {

/// The most cards that any game uses: two packs of 52 and four jokers.
inline constexpr std::size_t max_cards = 108;

/// Cards in place, without an allocation. To add more than `max_cards` throws std::bad_alloc.
using Cards = InplaceVector<Card, max_cards>;

/// Ranks that go with a list of cards, one for each joker or each card.
using Ranks = InplaceVector<Rank, max_cards>;

/// `packs` packs of 52 in canonical order one after the other, then `jokers` jokers.
Cards fresh_pack(int packs = 1, int jokers = 0);

void sort_canonical(Cards& cards);
Cards sorted(Cards cards);

int count(Cards const& cards, Card card);
bool contains(Cards const& cards, Card card);

/// Whether `cards` has all of `wanted`, each as often as it stands there.
bool contains_all(Cards const& cards, Cards const& wanted);

/// Whether the two hold the same cards, in whatever order.
bool same_cards(Cards const& one, Cards const& other);

/// Puts a card into a hand in canonical order, at its place.
void insert_sorted(Cards& hand, Card card);

/// Takes one such card out of a hand, the order of the others kept. \pre contains(hand, card)
void remove(Cards& hand, Card card);

/// \pre contains_all(hand, cards)
void remove_all(Cards& hand, Cards const& cards);

/// Takes the top card (index 0) off a stock. \pre not empty
Card take_top(Cards& stock);

/// The different cards of a hand in canonical order: twins and jokers once.
Cards distinct(Cards const& hand);

/// "7H KS XX": for tests and tables of cards in code. \throws std::invalid_argument for what is no card
Cards parse_cards(std::string_view text);

} // namespace tefuda
