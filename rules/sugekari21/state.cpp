#include "rules/sugekari21/state.hpp"

#include <algorithm>

namespace tefuda::sugekari21 {

namespace {

void append(Cards& cards, Cards const& more) {
    cards.insert(cards.end(), more.begin(), more.end());
}

/// How many seats to the left the receiver of a gift sits.
int direction(State const& state) {
    if (state.seats == 2) return 1;
    if (state.options.exchange == Exchange::partner) return 2;
    switch (state.game) {
    case 1:
        return 1;
    case 2:
        return -1;
    default:
        return 2;
    }
}

} // namespace

Cards all_cards(State const& state) {
    Cards cards = state.stock;
    for (auto const& hand : state.hands) append(cards, hand);
    for (auto const& play : state.round) cards.push_back(play.card);
    for (auto const& pile : state.captured) append(cards, pile);
    append(cards, state.forfeited);
    for (auto const& discard : state.discards)
        if (discard) cards.push_back(*discard);
    // After the exchange the given cards are in the hands.
    if (!exchanged(state))
        for (auto const& gift : state.gifts)
            if (gift) append(cards, *gift);
    for (auto const& hand : state.laid_aside) append(cards, hand);
    return sorted(cards);
}

Seat receiver_of(State const& state, Seat giver) {
    return giver.left(state.seats, direction(state));
}

Seat giver_of(State const& state, Seat receiver) {
    return receiver.left(state.seats, -direction(state));
}

bool exchanged(State const& state) {
    return std::all_of(state.gifts.begin(), state.gifts.end(), [](auto const& gift) { return gift.has_value(); });
}

Cards known_cards(State const& state, Observer observer, Seat holder) {
    if (observer.is(holder)) return state.hands[holder];
    Cards known;
    for (auto const card : state.drawn[holder])
        if (contains(state.hands[holder], card)) known.push_back(card);
    if (auto const seat = observer.seat(); seat && exchanged(state) && receiver_of(state, *seat) == holder) {
        auto gift = *state.gifts[*seat];
        for (auto const card : state.played[holder])
            if (contains(gift, card)) remove(gift, card);
        append(known, gift);
    }
    return sorted(known);
}

Points points_of(Cards const& cards) {
    auto const jokers = count(cards, Card::joker());
    return Points(static_cast<int>(cards.size()) - jokers - 5 * jokers);
}

int value_of(Rank rank) {
    return is_face(rank) ? number_of(Rank::ten) - number_of(rank) : number_of(rank);
}

} // namespace tefuda::sugekari21
