// How a bot plays Twenty-Two: RULES.md, "Bots".
#pragma once

#include "rules/search/policy.hpp"
#include "rules/twentytwo/twentytwo.hpp"

namespace tefuda::search {

template <>
struct PolicyOf<TwentyTwo> {
    using State = twentytwo::State;
    using Action = twentytwo::Action;

    static Action choose(State const& state, Seat seat, Random& random);
    /// At the end of the deal.
    static bool ended(State const& from, State const& now);
    /// Who is the last one left: the further from elimination, the likelier.
    static PerSeat<double> worth(State const& from, State const& now);
    /// Suits mean nothing.
    static std::uint64_t meaning(Action const& action);
    static std::vector<Action> moves(State const& state, Seat seat);
};

} // namespace tefuda::search
