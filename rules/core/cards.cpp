#include "rules/core/cards.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace tefuda {

namespace {

using Tally = std::array<std::uint8_t, Card::kinds>;

Tally tally_of(Cards const& cards) {
    Tally tally{};
    for (auto const card : cards) ++tally[card.order()];
    return tally;
}

// A broken precondition has a name: where it were undefined, one would look for it in a debugger.
[[noreturn]] void throw_missing(Cards const& hand, Card card) {
    std::string text(WireName<Card>::of(card));
    text += " is to be removed and is not among";
    for (auto const other : hand) text += " " + std::string(WireName<Card>::of(other));
    throw std::logic_error(text);
}

} // namespace

Cards fresh_pack(int packs, int jokers) {
    Cards cards;
    for (int pack = 0; pack < packs; ++pack)
        for (auto const suit : all_suits)
            for (auto const rank : all_ranks) cards.emplace_back(rank, suit);
    cards.insert(cards.end(), static_cast<std::size_t>(jokers), Card::joker());
    return cards;
}

void sort_canonical(Cards& cards) {
    // Most callers pass cards that are already sorted, and the check is cheaper than the sort.
    if (!std::is_sorted(cards.begin(), cards.end())) std::sort(cards.begin(), cards.end());
}

Cards sorted(Cards cards) {
    sort_canonical(cards);
    return cards;
}

int count(Cards const& cards, Card card) {
    return static_cast<int>(std::count(cards.begin(), cards.end(), card));
}

bool contains(Cards const& cards, Card card) {
    return std::find(cards.begin(), cards.end(), card) != cards.end();
}

bool contains_all(Cards const& cards, Cards const& wanted) {
    auto const have = tally_of(cards);
    auto const need = tally_of(wanted);
    return std::equal(need.begin(), need.end(), have.begin(), std::less_equal<>());
}

bool same_cards(Cards const& one, Cards const& other) {
    return tally_of(one) == tally_of(other);
}

void insert_sorted(Cards& hand, Card card) {
    hand.insert(std::upper_bound(hand.begin(), hand.end(), card), card);
}

void remove(Cards& hand, Card card) {
    auto const place = std::find(hand.begin(), hand.end(), card);
    if (place == hand.end()) throw_missing(hand, card);
    hand.erase(place);
}

void remove_all(Cards& hand, Cards const& cards) {
    for (auto const card : cards) remove(hand, card);
}

Card draw_top(Cards& stock) {
    auto const top = stock.front();
    stock.erase(stock.begin());
    return top;
}

Cards distinct(Cards const& hand) {
    auto cards = sorted(hand);
    cards.erase(std::unique(cards.begin(), cards.end()), cards.end());
    return cards;
}

Cards parse_cards(std::string_view text) {
    Cards cards;
    while (!text.empty()) {
        auto const word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        if (word.empty()) continue;
        auto const card = WireName<Card>::parse(word);
        if (!card) throw std::invalid_argument("no card: " + std::string(word));
        cards.push_back(*card);
    }
    return cards;
}

} // namespace tefuda
