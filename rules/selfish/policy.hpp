// The bot policy of Selfish (RULES.md, "Bots").
#pragma once

#include "rules/search/policy.hpp"
#include "rules/selfish/selfish.hpp"

namespace tefuda::search {

template <>
struct PolicyOf<Selfish> {
    using State = selfish::State;
    using Action = selfish::Action;

    static Action choose(State const& state, Seat seat, Random& random);
    static Action choose_as_beginner(State const& state, Seat seat, Random& random);
    /// At the end of the game with its sudden death, because that can decide it.
    static bool is_terminal(State const& from, State const& now);
    /// 1 for the winner of the match, 0 for the others; between two games by the numbers of games won.
    static PerSeat<double> evaluate(State const& from, State const& now);
    /// Whether the others stop depends on their hands alone.
    static constexpr bool others_keep_to_rules = true;
    static std::uint64_t action_key(Action const& action);
    /// The numbers in the seat's hand, which chance alone decides.
    static std::uint64_t observation_key(State const& state, Seat seat);
};

} // namespace tefuda::search
