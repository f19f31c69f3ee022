// How a bot plays Forty-One: RULES.md, "Bots".
#pragma once

#include "rules/fortyone/fortyone.hpp"
#include "rules/search/policy.hpp"

namespace tefuda::search {

template <>
struct PolicyOf<FortyOne> {
    using State = fortyone::State;
    using Action = fortyone::Action;

    static Action choose(State const& state, Seat seat, Random& random);
    /// Suits mean nothing.
    static std::uint64_t meaning(Action const& action);
    static std::vector<Action> moves(State const& state, Seat seat);
    /// At the end of the deal.
    static bool ended(State const& from, State const& now);
    /// By the difference in chips; a match that is over counts as won or lost besides.
    static PerSeat<double> worth(State const& from, State const& now);
};

} // namespace tefuda::search
