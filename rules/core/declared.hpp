// What a game may say about itself so that the harness (tests/support/conformance.hpp) holds it to its word. All of it
// is optional, and the server uses none of it.
#pragma once

#include "rules/core/engine.hpp"

namespace tefuda {

/// `scores_total(state)`: what the scores of all seats add up to: those of the result, and before the end those of
/// every view that has a score for each seat.
template <class E>
concept HasScoresTotal = Engine<E> && requires(typename E::State const& state) {
    { E::scores_total(state) } -> std::same_as<Points>;
};

/// `is_possible(state)`: false for a state to which no match can lead, for example with a pair in a hand where pairs
/// are laid down at once. It says what can be concluded from the rules and from what everybody has seen; `redeal` then
/// returns no other state.
template <class E>
concept HasPossibleStates = Engine<E> && requires(typename E::State const& state) {
    { E::is_possible(state) } -> std::same_as<bool>;
};

/// `shows_hand(state, observer, holder)`: whether the observer sees a card in the hand of another seat, `holder`, now.
/// In a game that does not say so nobody sees one before the match is over.
template <class E>
concept ShowsHands = Engine<E> && requires(typename E::State const& state, Observer observer, Seat holder) {
    { E::shows_hand(state, observer, holder) } -> std::same_as<bool>;
};

} // namespace tefuda
