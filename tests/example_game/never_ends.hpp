#pragma once

#include "tests/example_game/doubt/doubt.hpp"

namespace tefuda {

/// What is played goes back to the hand, so that nobody ever plays a last card.
struct NeverEnds : Doubt {
    static std::optional<Illegal> apply(State& state, Seat seat, Action const& action, Chance& chance,
                                        std::vector<Event>& events) {
        auto refused = Doubt::apply(state, seat, action, chance, events);
        if (refused || !state.claim) return refused;
        for (auto const card : state.claim->cards) insert_sorted(state.hands[state.claim->seat], card);
        state.claim.reset();
        state.phase = doubt::Phase::play;
        return refused;
    }
};

} // namespace tefuda
