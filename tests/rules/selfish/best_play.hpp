// Selfish for two with the default options, solved: a zero-sum game in which each seat decides at most twice, knowing
// nothing but its own cards. Suits and the order of a hand's cards have no effect, so a decision is a set of two or
// three ranks: 91 and 455 of them for each seat.
#pragma once

#include "rules/selfish/state.hpp"

#include <functional>
#include <vector>

namespace tefuda::test::best_play {

/// The ranks of a hand, ascending, A = 1.
using RankSet = std::vector<int>;

/// All sets of two and of three ranks. The places in these lists number the decisions.
std::vector<RankSet> const& pairs();
std::vector<RankSet> const& triples();

/// How likely a seat is to stop, for each set of ranks.
struct Strategy {
    std::vector<double> second_turn; ///< by pair
    std::vector<double> third_turn;  ///< by triple
};

/// Who plays how, with the seat that begins first.
struct Strategies {
    Strategy first;
    Strategy second;
};

/// \param stops how likely the seat that is to act is to stop in this state
Strategies strategies_of(std::function<double(selfish::State const&)> const& stops);

/// The share of wins of the first player; a match that nobody wins counts half.
double wins_of_first(Strategy const& first, Strategy const& second);

/// The largest share that the first player can have against this second one, and the other way round: exact.
double best_of_first(Strategy const& second);
double best_of_second(Strategy const& first);

/// A pair of strategies close to an equilibrium (CFR+). How close `best_of_first` and `best_of_second` prove: the
/// value of the game is between `1 - best_of_second(first)` and `best_of_first(second)`.
Strategies solve(int iterations);

/// The share of wins of `one` against `other` when they begin equally often.
double wins(Strategies const& one, Strategies const& other);

/// The largest share that anybody can have against these strategies when both begin equally often.
double best_against(Strategies const& known);

} // namespace tefuda::test::best_play
