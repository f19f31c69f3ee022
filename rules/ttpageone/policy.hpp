// How a bot plays TT Page One: RULES.md, "Bots".
#pragma once

#include "rules/search/policy.hpp"
#include "rules/ttpageone/ttpageone.hpp"

namespace tefuda::search {

template <>
struct PolicyOf<TtPageOne> {
    using State = ttpageone::State;
    using Action = ttpageone::Action;

    static Action choose(State const& state, Seat seat, Random& random);
    /// Says "last one" if that was forgotten; notices one in three of what others forgot.
    static std::optional<Action> volunteer(State const& state, Seat seat, Random& random);
    /// At the end of the game, or some rounds of the table later.
    static bool ended(State const& from, State const& now);
    /// Who wins the game: of one that goes on, the fewer cards, the likelier.
    static PerSeat<double> worth(State const& from, State const& now);
    static std::uint64_t meaning(Action const& action);
    static std::vector<Action> moves(State const& state, Seat seat);
};

} // namespace tefuda::search
