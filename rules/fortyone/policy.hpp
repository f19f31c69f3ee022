// The bot policy of Forty-One (RULES.md, "Bots").
#pragma once

#include "rules/fortyone/fortyone.hpp"
#include "rules/search/policy.hpp"

namespace tefuda::search {

template <>
struct PolicyOf<FortyOne> {
    using State = fortyone::State;
    using Action = fortyone::Action;

    static Action choose(State const& state, Seat seat, Random& random);
    /// Ignores suits.
    static std::uint64_t action_key(Action const& action);
    static std::vector<Action> moves(State const& state, Seat seat);
    /// The search stops at the end of the deal.
    static bool is_terminal(State const& from, State const& now);
    /// A logistic function of the difference in chips; steeper the fewer deals are left.
    static PerSeat<double> evaluate(State const& from, State const& now);
};

} // namespace tefuda::search
