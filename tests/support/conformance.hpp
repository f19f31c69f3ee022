// The conformance harness that every game must pass, for every number of seats and every combination of options. It
// checks that random play ends, exactly the legal actions are accepted, a refused action changes nothing, no card is
// lost or duplicated, a replay gives the same states, and redealing the cards hidden from an observer changes nothing
// that the observer gets.
//
//     TEST_CASE("fortyone conforms", "[rules][fortyone][conformance]") {
//         tefuda::test::check_conformance<tefuda::FortyOne>();
//     }
//
// Plays 200 matches per combination, or as many as the environment variable TEFUDA_CONFORMANCE_MATCHES says.
#pragma once

#include "tests/support/catch.hpp"
#include "tests/support/checked_match.hpp"

#include <atomic>
#include <cstdlib>
#include <thread>

namespace tefuda::test {

inline int matches_per_combination() {
    auto const* asked = std::getenv("TEFUDA_CONFORMANCE_MATCHES");
    return asked ? std::atoi(asked) : 200;
}

template <Engine E>
struct Combination {
    typename E::Options options;
    int seats;
};

template <Engine E>
std::vector<Combination<E>> all_combinations() {
    std::vector<Combination<E>> all;
    for (auto const seats : E::seat_counts().values)
        for (auto const& options : all_options<E>(seats)) all.push_back({options, seats});
    return all;
}

/// Plays one random match and runs all checks. The expensive ones run in every state of one match in 100, and in a few
/// states of the other matches. \throws BrokenPromise
template <Redealable E>
void check_random_match(Combination<E> const& of, std::uint64_t seed) {
    Random random(seed);
    CheckedMatch<E> match(of.options, of.seats, seed, random);
    auto const thorough = seed % 100 == 0;
    while (!match.over()) {
        if (match.actions() >= 20000) throw BrokenPromise("the match does not end");
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

/// The first failure in `matches` matches of a combination; empty if there is none.
template <Redealable E>
std::string first_failure(Combination<E> const& of, int matches) {
    for (int seed = 0; seed < matches; ++seed) {
        try {
            check_random_match<E>(of, static_cast<std::uint64_t>(seed));
        } catch (std::exception const& problem) {
            return "options " + codec::to_json(of.options) + ", " + std::to_string(of.seats) + " seats, seed " +
                   std::to_string(seed) + ": " + problem.what();
        }
    }
    return {};
}

/// Checks all combinations, distributed over all cores.
template <Redealable E>
void check_conformance() {
    auto const matches = matches_per_combination();
    auto const all = all_combinations<E>();
    REQUIRE_FALSE(all.empty());
    std::vector<std::string> broken(all.size());
    std::atomic<std::size_t> next = 0;
    auto const work = [&] {
        for (std::size_t one; (one = next++) < all.size();) broken[one] = first_failure<E>(all[one], matches);
    };
    {
        std::vector<std::jthread> others(std::max(1U, std::thread::hardware_concurrency()) - 1);
        for (auto& other : others) other = std::jthread(work);
        work();
    }
    for (auto const& problem : broken) CHECK(problem == "");
}

} // namespace tefuda::test
