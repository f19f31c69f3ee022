// What a game tells the bots: how to play it by rules of thumb, and what a position is worth.
#pragma once

#include "rules/core/engine.hpp"
#include "rules/search/random.hpp"

#include <vector>

namespace tefuda::search {

/// A game's policy: a specialisation in rules/<game>/policy.hpp, with
/// - `choose(state, seat, random)`: a legal action by the rules of thumb of the game's RULES.md. It may look only at
///   what the seat knows. \pre the game waits for the seat
/// - `ended(from, now)`: whether a search that began at `from` looks no further than `now`, as at the end of a deal
/// - `worth(from, now)`: how well each seat does at `now`, 0 to 1: its share of what decides the match
/// - `meaning(action)`: a number, the same for actions between which a search need not choose (where suits mean
///   nothing, those with the same ranks)
/// and where the game wants more than that
/// - `volunteer(state, seat, random)`: an action for a seat that may act though nobody waits for it, or nothing
/// - `moves(state, seat)`: the actions worth a look; without it they come from the templates
/// - `noticed(state, seat)`: a number for what chance alone has let the seat see.
/// A game without one is played at `easy` by every level.
template <class E>
struct PolicyOf;

template <class E>
concept HasPolicy = Redealable<E> && requires(typename E::State const& state, Seat seat, Random& random) {
    { PolicyOf<E>::choose(state, seat, random) } -> std::same_as<typename E::Action>;
    { PolicyOf<E>::ended(state, state) } -> std::same_as<bool>;
    { PolicyOf<E>::worth(state, state) } -> std::same_as<PerSeat<double>>;
    { PolicyOf<E>::meaning(PolicyOf<E>::choose(state, seat, random)) } -> std::same_as<std::uint64_t>;
};

/// Another state that the seat can't tell from this one, made of nothing but what it knows and chance: from two states
/// that it can't tell apart the same comes out.
template <Redealable E>
typename E::State imagine(typename E::State const& state, Seat seat, Chance& chance) {
    if constexpr (requires { E::imagine(state, seat, chance); })
        return E::imagine(state, seat, chance);
    else
        return E::redeal(state, seat, chance);
}

} // namespace tefuda::search
