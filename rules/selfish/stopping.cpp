#include "rules/selfish/stopping.hpp"

#include <array>

namespace tefuda::selfish {

namespace {

// Indexed by the number of seats, from 2.
using BySeats = std::array<StopFrom, most_players - 1>;
// clang-format off
constexpr BySeats full{{{14, 22}, {14, 30}, {15, 31}, {16, 29}, {17, 24}, {17, 33}, {17, 33}, {18, 34}, {18, 34}, {19, 26},
                        {19, 32}, {19, 35}}};
constexpr BySeats simple{{{14, 20}, {14, 30}, {15, 31}, {16, 23}, {16, 32}, {17, 27}, {17, 33}, {18, 25}, {18, 31}, {18, 34},
                          {18, 34}, {19, 26}}};
// clang-format on

} // namespace

StopFrom stop_from(int seats, Scoring scoring) {
    return (scoring == Scoring::full ? full : simple)[static_cast<std::size_t>(seats - 2)];
}

double beginner_stops(OpenedHand const& hand) {
    constexpr auto half = 0.5;
    constexpr auto sometimes = 0.25;
    constexpr auto on_a_whim = 0.03;
    auto const second_turn = hand.cards.size() == 2;
    // A total of court cards alone is high: who forgets that it loses stops with it.
    if (hand.hand == HandKind::burst) return half;
    auto const is_set = hand.hand == HandKind::double_ || hand.hand == HandKind::triple;
    return is_set || hand.score.value >= (second_turn ? 20 : 29) ? sometimes : on_a_whim;
}

} // namespace tefuda::selfish
