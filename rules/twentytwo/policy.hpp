// The bot policy of Twenty-Two (RULES.md, "Bots").
#pragma once

#include "rules/search/policy.hpp"
#include "rules/twentytwo/twentytwo.hpp"

namespace tefuda::search {

template <>
struct PolicyOf<TwentyTwo> {
    using State = twentytwo::State;
    using Action = twentytwo::Action;

    static Action choose(State const& state, Seat seat, Random& random);
    /// The search stops at the end of the deal.
    static bool is_terminal(State const& from, State const& now);
    /// The probability of being the last one left, which grows with the distance from elimination.
    static PerSeat<double> evaluate(State const& from, State const& now);
    /// Ignores suits.
    static std::uint64_t action_key(Action const& action);
    static std::vector<Action> moves(State const& state, Seat seat);
};

} // namespace tefuda::search
