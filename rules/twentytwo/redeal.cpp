#include "rules/twentytwo/judge.hpp"
#include "rules/twentytwo/twentytwo.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tefuda {

using namespace twentytwo;

namespace {

/// What the plays of a seat in this deal reveal about each card that it still holds.
struct Limits {
    int floor = 0;            ///< lowest strength: after a play of lowest cards the hand has none below them
    int ceiling = 15;         ///< exclusive: with `must`, a hand that did not follow a single card has none as high
    bool only_jokers = false; ///< after a play of jokers alone, or as lowest cards, the hand has only jokers

    bool admit(Card card) const {
        return card.is_joker() || (!only_jokers && strength(card) >= floor && strength(card) < ceiling);
    }
};

bool must_follow(State const& state) {
    return state.options.follow == Follow::must;
}

Limits limits_of(State const& state, Seat seat) {
    Limits limits;
    for (std::size_t at = 0; at < state.plays.size(); ++at) {
        auto const& record = state.plays[at];
        if (record.seat != seat) continue;
        Cards const cards(record.cards.begin(), record.cards.end());
        auto const plain = plain_low_to_high(cards);
        limits.only_jokers = limits.only_jokers || plain.empty() || (!record.follows && plain.size() < cards.size());
        if (record.follows) continue;
        limits.floor = std::max(limits.floor, strength(plain.back()));
        if (must_follow(state) && cards.size() == 1)
            limits.ceiling = std::min(limits.ceiling, strength(bar_at(state, at)->front()));
    }
    return limits;
}

/// With `must`: whether the present hand is consistent with every time that the seat did not follow several cards.
bool could_not_follow(State const& state, Seat seat) {
    if (!must_follow(state)) return true;
    auto hand = state.hands[seat];
    for (auto at = state.plays.size(); at-- > 0;) {
        auto const& record = state.plays[at];
        if (record.seat != seat) continue;
        hand.insert(hand.end(), record.cards.begin(), record.cards.end());
        if (!record.follows && record.cards.size() > 1 && can_follow({state.options, hand, bar_at(state, at)}))
            return false;
    }
    return true;
}

/// A pile of cards that the observer does not know.
struct Pile {
    Cards* cards;                ///< points into the state
    std::optional<Seat> hand_of; ///< std::nullopt for the stock and for cards set aside
    Limits limits;
};

using Piles = InplaceVector<Pile, 2 * max_seats + 1>;

Cards cards_of(Piles const& piles) {
    Cards cards;
    for (auto const& pile : piles) cards.insert(cards.end(), pile.cards->begin(), pile.cards->end());
    return cards;
}

/// The unknown piles: hands first, the most restricted ones before the others.
Piles unknown_piles(State& state, Observer observer) {
    Piles piles;
    for (auto const seat : all_seats(seats_of(state)))
        if (!observer.is(seat) && !state.hands[seat].empty())
            piles.push_back({&state.hands[seat], seat, limits_of(state, seat)});
    for (auto const seat : all_seats(seats_of(state)))
        if (!observer.is(seat) && !state.set_aside[seat].empty())
            piles.push_back({&state.set_aside[seat], std::nullopt, {}});
    piles.push_back({&state.stock, std::nullopt, {}});
    auto const cards = cards_of(piles);
    std::array<std::ptrdiff_t, max_seats> admitted{};
    for (auto const& pile : piles)
        if (pile.hand_of)
            admitted[static_cast<std::size_t>(pile.hand_of->number())] =
                std::count_if(cards.begin(), cards.end(), [&](Card card) { return pile.limits.admit(card); });
    std::sort(piles.begin(), piles.end(), [&](Pile const& one, Pile const& other) {
        if (!one.hand_of || !other.hand_of) return one.hand_of.has_value() && !other.hand_of;
        return admitted[static_cast<std::size_t>(one.hand_of->number())] <
               admitted[static_cast<std::size_t>(other.hand_of->number())];
    });
    return piles;
}

/// Distributes the cards over the piles at random. \returns false if some card does not fit
bool fill(Piles const& piles, Cards cards, Chance& chance) {
    chance.shuffle(cards);
    for (auto const& pile : piles) {
        for (auto& place : *pile.cards) {
            auto const next = std::find_if(cards.begin(), cards.end(), [&](Card c) { return pile.limits.admit(c); });
            if (next == cards.end()) return false;
            place = *next;
            cards.erase(next);
        }
    }
    return true;
}

/// Whether all hands are consistent with `must`.
bool possible(State const& state, Piles const& piles) {
    return std::all_of(piles.begin(), piles.end(),
                       [&](Pile const& pile) { return !pile.hand_of || could_not_follow(state, *pile.hand_of); });
}

/// Walks at random from one consistent deal to another by swapping single cards. Unlike `fill` it cannot fail, even if
/// few deals are consistent.
void swap_at_random(State const& state, Piles const& piles, std::size_t cards, Chance& chance) {
    auto const any = [&] {
        auto at = static_cast<std::size_t>(chance.pick(static_cast<int>(cards)));
        auto pile = piles.begin();
        for (; at >= pile->cards->size(); ++pile) at -= pile->cards->size();
        return std::pair(&*pile, &(*pile->cards)[at]);
    };
    for (auto tries = 4 * cards; tries > 0; --tries) {
        auto const [one, card] = any();
        auto const [other, other_card] = any();
        if (!one->limits.admit(*other_card) || !other->limits.admit(*card)) continue;
        std::swap(*card, *other_card);
        auto const holds = [&](Pile const& pile) { return !pile.hand_of || could_not_follow(state, *pile.hand_of); };
        if (!holds(*one) || !holds(*other)) std::swap(*card, *other_card);
    }
}

void sort_piles(State const& state, Piles const& piles) {
    for (auto const& pile : piles)
        if (pile.cards != &state.stock) sort_canonical(*pile.cards);
}

constexpr int max_tries = 8;

} // namespace

State TwentyTwo::redeal(State const& state, Observer observer, Chance& chance) {
    auto dealt = state;
    if (over(state)) return dealt;
    auto const piles = unknown_piles(dealt, observer);
    auto const cards = cards_of(piles);
    auto done = false;
    for (int tries = 0; tries < max_tries && !done; ++tries)
        done = fill(piles, cards, chance) && possible(dealt, piles);
    if (!done) {
        dealt.hands = state.hands;
        dealt.set_aside = state.set_aside;
        dealt.stock = state.stock;
        swap_at_random(dealt, piles, cards.size(), chance);
    }
    sort_piles(dealt, piles);
    return dealt;
}

State TwentyTwo::imagine(State const& state, Seat seat, Chance& chance) {
    auto dealt = state;
    if (over(state)) return dealt;
    auto piles = unknown_piles(dealt, seat);
    auto const cards = sorted(cards_of(piles));
    auto done = false;
    for (int tries = 0; tries < max_tries && !done; ++tries)
        done = fill(piles, cards, chance) && possible(dealt, piles);
    // Nearly consistent is good enough here. Random swaps as in `redeal` are not allowed, because they start from the
    // real cards.
    if (!done) done = fill(piles, cards, chance);
    for (auto& pile : piles) pile.limits = {};
    if (!done) fill(piles, cards, chance);
    sort_piles(dealt, piles);
    return dealt;
}

} // namespace tefuda
