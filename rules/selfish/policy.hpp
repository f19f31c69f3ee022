// How a bot plays Selfish: RULES.md, "Bots".
#pragma once

#include "rules/search/policy.hpp"
#include "rules/selfish/selfish.hpp"

namespace tefuda::search {

template <>
struct PolicyOf<Selfish> {
    using State = selfish::State;
    using Action = selfish::Action;

    static Action choose(State const& state, Seat seat, Random& random);
    /// Nothing but drawing goes on after the opening; still it decides.
    static bool ended(State const&, State const&) { return false; }
    static PerSeat<double> worth(State const& from, State const& now);
    static std::uint64_t meaning(Action const& action);
    /// The seat's hand: what it draws is chance's doing.
    static std::uint64_t noticed(State const& state, Seat seat);
};

} // namespace tefuda::search
