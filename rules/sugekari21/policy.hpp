// How a bot plays Sugekari Twenty-One: RULES.md, "Bots".
#pragma once

#include "rules/search/policy.hpp"
#include "rules/sugekari21/sugekari21.hpp"

namespace tefuda::search {

template <>
struct PolicyOf<Sugekari21> {
    using State = sugekari21::State;
    using Action = sugekari21::Action;

    static Action choose(State const& state, Seat seat, Random& random);
    /// At the end of the game or bout.
    static bool ended(State const& from, State const& now);
    /// The chance of the side to win the match, as far as the captured cards tell.
    static PerSeat<double> worth(State const& from, State const& now);
    /// Suits mean nothing.
    static std::uint64_t meaning(Action const& action);
    /// While cards are laid aside or given, what the rules of thumb choose and little else.
    static std::vector<Action> moves(State const& state, Seat seat);
};

} // namespace tefuda::search
