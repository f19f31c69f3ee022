// The interface of a game to the bots: a heuristic player and an evaluation of positions.
#pragma once

#include "rules/core/engine.hpp"
#include "rules/search/random.hpp"

#include <vector>

namespace tefuda::search {

/// A game's policy: a specialisation in rules/<game>/policy.hpp, with
/// - `choose(state, seat, random)`: a legal action by the heuristics in the game's RULES.md ("Bots"). It may use only
///   what the seat knows. \pre the game waits for the seat
/// - `is_terminal(from, now)`: whether a search that started at `from` stops at `now`, for example at the end of a deal
/// - `evaluate(from, now)`: for each seat a value from 0 to 1: how likely it is to win the match from `now`
/// - `action_key(action)`: a key that is equal for equivalent actions (in games where suits do not matter, for plays of
///   the same ranks)
/// and optionally
/// - `choose_as_beginner(state, seat, random)`: as `choose`, for the level `easy`; without it `easy` plays at random
/// - `volunteer(state, seat, random)`: an action for a seat that may act although the game does not wait for it, or
///   std::nullopt
/// - `moves(state, seat)`: the actions that a search considers; without it they come from the templates
/// - `observation_key(state, seat)`: a key of what the seat has seen through chance alone, for example its drawn cards.
/// - `others_keep_to_rules`, true: in the search the other seats play by the heuristics, with what they hold. Without
/// it
///   their actions in the tree are chosen like the searching seat's own, but without looking at what they hold.
/// In a game without a policy the bots of every level play as `easy`.
template <class E>
struct PolicyOf;

template <class E>
concept HasPolicy = Redealable<E> && requires(typename E::State const& state, Seat seat, Random& random) {
    { PolicyOf<E>::choose(state, seat, random) } -> std::same_as<typename E::Action>;
    { PolicyOf<E>::is_terminal(state, state) } -> std::same_as<bool>;
    { PolicyOf<E>::evaluate(state, state) } -> std::same_as<PerSeat<double>>;
    { PolicyOf<E>::action_key(PolicyOf<E>::choose(state, seat, random)) } -> std::same_as<std::uint64_t>;
};

/// A determinization: a random state that the seat cannot distinguish from this one, computed only from what the seat
/// knows. Two states that the seat cannot distinguish give the same result for the same random numbers.
template <Redealable E>
typename E::State imagine(typename E::State const& state, Seat seat, Chance& chance) {
    if constexpr (requires { E::imagine(state, seat, chance); })
        return E::imagine(state, seat, chance);
    else
        return E::redeal(state, seat, chance);
}

} // namespace tefuda::search
