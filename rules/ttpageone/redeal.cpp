// Another state that an observer can't tell from this one. Everything has been seen by everybody but the cards of the
// present stock and those that came face down from a stock: a card that came from an earlier stock can only be one
// of those that were never seen since, so cards are exchanged only among places that go back to the same stock.
#include "rules/ttpageone/ttpageone.hpp"

#include <vector>

namespace tefuda {

using namespace ttpageone;

namespace {

void redeal_unopened(State& state, Observer observer, Chance& chance) {
    auto pool = state.stock;
    for (auto const seat : all_seats(state.seats))
        if (!observer.is(seat)) pool.insert(pool.end(), state.hands[seat].begin(), state.hands[seat].end());
    sort_canonical(pool);
    chance.shuffle(pool);
    for (auto const seat : all_seats(state.seats)) {
        if (observer.is(seat)) continue;
        for (auto& card : state.hands[seat]) card = take_top(pool);
        sort_canonical(state.hands[seat]);
    }
    state.stock = pool;
    if (state.picked_starter) state.picked_starter = Seat(chance.pick(state.seats));
}

/// The cards of a hand or under a table that the observer does not know.
std::vector<FaceDown*> unknown_cards(State& state, Observer observer) {
    std::vector<FaceDown*> unknown;
    auto const holder = state.privileges.secret;
    if (holder && !observer.is(*holder)) {
        if (state.secret && state.secret->stock) unknown.push_back(&*state.secret);
        for (auto& drawn : state.drawn_blind) unknown.push_back(&drawn);
    }
    if (state.lost_secret && state.lost_secret->card.stock && !observer.is(state.lost_secret->owner))
        unknown.push_back(&state.lost_secret->card);
    return unknown;
}

/// Exchanges the unknown cards that go back to one stock, and this stock's own where it is the present one.
void exchange(State& state, std::vector<FaceDown*> const& unknown, int stock_number, Chance& chance) {
    Cards pool;
    if (state.stock_number == stock_number) pool = state.stock;
    auto const fixed_bottom = !pool.empty() && state.joker_at_bottom;
    if (fixed_bottom) pool.pop_back();
    for (auto const* place : unknown)
        if (place->stock == stock_number) pool.push_back(place->card);
    sort_canonical(pool);
    chance.shuffle(pool);
    for (auto* place : unknown)
        if (place->stock == stock_number) place->card = take_top(pool);
    if (state.stock_number != stock_number) return;
    if (fixed_bottom) pool.push_back(Card::joker());
    state.stock = pool;
}

} // namespace

State TtPageOne::redeal(State const& state, Observer observer, Chance& chance) {
    auto other = state;
    if (other.piles.empty()) return redeal_unopened(other, observer, chance), other;

    auto const unknown = unknown_cards(other, observer);
    auto const holder = other.privileges.secret;
    if (holder) remove_all(other.hands[*holder], face_down_cards(other, *holder));
    if (other.lost_secret) remove(other.piles[0].under, other.lost_secret->card.card);

    for (int number = 0; number <= other.stock_number; ++number) exchange(other, unknown, number, chance);

    if (holder)
        for (auto const card : face_down_cards(other, *holder)) insert_sorted(other.hands[*holder], card);
    if (other.lost_secret) other.piles[0].under.push_back(other.lost_secret->card.card);
    return other;
}

} // namespace tefuda
