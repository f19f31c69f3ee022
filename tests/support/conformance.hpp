// The harness that every game must pass, for every number of seats and every combination of options: random play ends;
// exactly the legal actions apply; a refused action changes nothing; cards are conserved; a replay gives the same
// states; re-dealing what an observer can't see changes nothing that it gets.
//
//     TEST_CASE("fortyone conforms") { tefuda::test::check_conformance<tefuda::FortyOne>(); }
//
// Matches for each combination: 200, or the environment variable TEFUDA_CONFORMANCE_MATCHES.
#pragma once

#include "tests/support/catch.hpp"
#include "tests/support/checked_match.hpp"

#include <cstdlib>

namespace tefuda::test {

inline int matches_per_combination() {
    auto const* asked = std::getenv("TEFUDA_CONFORMANCE_MATCHES");
    return asked ? std::atoi(asked) : 200;
}

/// Plays one random match, with every check on the way; most checks on every state of one match in 100, and on some
/// states of the others.
template <Redealable E>
void check_random_match(typename E::Options const& options, int seats, std::uint64_t seed) {
    INFO("options " << codec::to_json(options) << ", " << seats << " seats, seed " << seed);
    Random random(seed);
    CheckedMatch<E> match(options, seats, seed, random);
    auto const thorough = seed % 100 == 0;
    while (!match.over()) {
        if (match.actions() >= 20000) FAIL("the match does not end");
        match.check_cards();
        if (thorough || chance_of(random, 0.005)) {
            match.check_refusals();
            match.check_two_worlds();
        }
        auto const seat = match.somebody();
        match.act(seat, match.some_action(seat));
    }
    match.check_end();
    if (thorough) match.check_replay();
}

template <Redealable E>
void check_conformance() {
    auto const matches = matches_per_combination();
    int combinations = 0;
    for (auto const seats : E::seat_counts().values) {
        for (auto const& options : all_options<E>(seats)) {
            ++combinations;
            for (int match = 0; match < matches; ++match)
                check_random_match<E>(options, seats, static_cast<std::uint64_t>(match));
        }
    }
    REQUIRE(combinations > 0);
}

} // namespace tefuda::test
