// The bot policy of TT Page One (RULES.md, "Bots").
#pragma once

#include "rules/search/policy.hpp"
#include "rules/ttpageone/ttpageone.hpp"

namespace tefuda::search {

template <>
struct PolicyOf<TtPageOne> {
    using State = ttpageone::State;
    using Action = ttpageone::Action;

    static Action choose(State const& state, Seat seat, Random& random);
    /// Declares a forgotten "last one", and challenges an opponent who forgot it with probability 1/3.
    static std::optional<Action> volunteer(State const& state, Seat seat, Random& random);
    /// The search stops at the end of the game or after a fixed number of turns.
    static bool is_terminal(State const& from, State const& now);
    /// The probability of winning the game: in an unfinished game higher for sides with fewer cards.
    static PerSeat<double> evaluate(State const& from, State const& now);
    static std::uint64_t action_key(Action const& action);
    static std::vector<Action> moves(State const& state, Seat seat);
};

} // namespace tefuda::search
