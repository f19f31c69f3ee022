// What the harness says about games that break a promise. The harness takes a second to compile for each game, and
// these differ from theirs in a few functions: so it gets one game, whose functions are chosen while the tests run.
#pragma once

#include "tests/support/conformance.hpp"

#include <concepts>
#include <string>

namespace tefuda::test {

/// `Base` with the functions of the game that was named last. For one thread.
template <class Base>
struct Spoilt : Base {
    static inline auto fresh_cards = &Base::fresh_cards;
    static inline auto start = &Base::start;
    static inline auto apply = &Base::apply;
    static inline auto legal = &Base::legal;
    static inline auto to_act = &Base::to_act;
    static inline auto view = &Base::view;
    static inline auto event_for = &Base::event_for;
    static inline auto redeal = &Base::redeal;
    static inline auto all_cards = &Base::all_cards;

    template <std::derived_from<Base> E>
    static void become() {
        fresh_cards = &E::fresh_cards;
        start = &E::start;
        apply = &E::apply;
        legal = &E::legal;
        to_act = &E::to_act;
        view = &E::view;
        event_for = &E::event_for;
        redeal = &E::redeal;
        all_cards = &E::all_cards;
    }
};

/// In 20 matches with four seats; empty if it finds nothing.
template <class E>
std::string verdict() {
    return first_failure<E>({{}, 4}, 20);
}

template <class Base, std::derived_from<Base> E>
std::string verdict_on() {
    Spoilt<Base>::template become<E>();
    return verdict<Spoilt<Base>>();
}

} // namespace tefuda::test
