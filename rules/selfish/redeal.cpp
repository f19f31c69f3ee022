#include "rules/selfish/selfish.hpp"

#include <algorithm>

namespace tefuda {

// All deals of the hidden cards are possible: claims may be false, and a stop proves nothing about the hand.
selfish::State Selfish::redeal(State const& state, Observer observer, Chance& chance) {
    auto other = state;
    auto const hidden = [&](Seat seat) { return !state.opened && !observer.is(seat); };
    auto pool = state.stock;
    for (auto const seat : all_seats(state.seats()))
        if (hidden(seat)) pool.insert(pool.end(), state.hands[seat].begin(), state.hands[seat].end());
    sort_canonical(pool);
    chance.shuffle(pool);

    auto next = pool.begin();
    for (auto const seat : all_seats(state.seats())) {
        if (!hidden(seat)) continue;
        for (auto& card : other.hands[seat]) card = *next++;
        std::sort(other.hands[seat].begin(), other.hands[seat].end());
    }
    other.stock.assign(next, pool.end());
    return other;
}

} // namespace tefuda
