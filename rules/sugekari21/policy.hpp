// The bot policy of Sugekari Twenty-One (RULES.md, "Bots").
#pragma once

#include "rules/search/policy.hpp"
#include "rules/sugekari21/sugekari21.hpp"

namespace tefuda::search {

template <>
struct PolicyOf<Sugekari21> {
    using State = sugekari21::State;
    using Action = sugekari21::Action;

    static Action choose(State const& state, Seat seat, Random& random);
    static Action choose_as_beginner(State const& state, Seat seat, Random& random);
    /// The search stops at the end of the game or bout.
    static bool is_terminal(State const& from, State const& now);
    /// The probability that the side wins the match, estimated from the captured cards.
    static PerSeat<double> evaluate(State const& from, State const& now);
    /// Ignores suits.
    static std::uint64_t action_key(Action const& action);
    /// All legal plays and discards. For the exchange only one alternative to the choice of the heuristics.
    static std::vector<Action> moves(State const& state, Seat seat);
};

} // namespace tefuda::search
