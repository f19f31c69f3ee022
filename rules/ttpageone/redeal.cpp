// After the opening everybody knows every card, except those in the current stock and those that were drawn face down.
// An unknown card from an earlier stock must be one that nobody has seen since then. So cards are exchanged only
// between places whose cards came from the same stock.
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
        for (auto& card : state.hands[seat]) card = draw_top(pool);
        sort_canonical(state.hands[seat]);
    }
    state.stock = pool;
    if (state.picked_starter) state.picked_starter = Seat(chance.pick(state.seats));
}

/// The cards in a hand or under a table that the observer does not know. The pointers point into the state.
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

/// Exchanges the unknown cards that came from one stock, and the cards of that stock itself if it is the current one.
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
        if (place->stock == stock_number) place->card = draw_top(pool);
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
