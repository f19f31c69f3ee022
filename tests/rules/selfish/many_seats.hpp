// Selfish for three and more, without jokers: how much anybody can win against bots that all play alike, and how their
// games end. Estimated from deals with a fixed seed. Ties count as the shares that a sudden death gives.
#pragma once

#include "rules/selfish/state.hpp"
#include "tests/rules/selfish/best_play.hpp"

#include <array>
#include <functional>

namespace tefuda::test::many_seats {

struct Game {
    int seats;
    selfish::Scoring scoring = selfish::Scoring::full;
};

/// How likely a player stops with each of best_play::pairs() and triples(), at any place in the order.
using Strategy = best_play::Strategy;

/// \param stops how likely a player stops in a state in which it has to decide; it may look at its hand alone
Strategy strategy_of(Game const& game, std::function<double(selfish::State const&)> const& stops);

/// Stops with these scores and more in turns 2 and 3, but never with a Burst.
Strategy stops_from(Game const& game, int in_second_turn, int in_third_turn);

/// How often one seat wins that gives the best answer to the others' strategy, times the seats: 1 is a fair share. The
/// answer knows its place in the order and its hand. It is found in one set of deals and counted in another one.
double best_answer(Game const& game, Strategy const& strategy, int deals);

/// How often one seat wins that plays `one` while all others play `others`, times the seats.
double share(Game const& game, Strategy const& one, Strategy const& others, int deals);

/// How games end if everybody plays the strategy, as shares of the games.
struct Endings {
    std::array<double, 5> in_turn{}; ///< from 2
    double with_hand = 0;            ///< a Double or better wins
    double with_great_hand = 0;      ///< two pairs, a Triple or a Selfish wins
};
Endings endings(Game const& game, Strategy const& strategy, int deals);

} // namespace tefuda::test::many_seats
