// The conformance harness that every game must pass, for every number of seats and every combination of options. It
// checks that random play ends, exactly the legal actions are accepted, a refused action changes nothing, all cards
// together are always a pack of the game, a replay gives the same states and can prove every shuffle, and what an
// observer gets (view, templates, refusals, events) does not depend on what it may not know. Of a game with a deal of
// the day it checks that one too.
//
//     TEST_CASE("fortyone conforms", "[rules][fortyone][conformance]") {
//         tefuda::test::check_conformance<tefuda::FortyOne>();
//     }
//
// Plays 20 matches per combination, or as many as the environment variable TEFUDA_CONFORMANCE_MATCHES says.
#pragma once

#include "tests/support/catch.hpp"
#include "tests/support/checked_match.hpp"
#include "tests/support/daily.hpp"
#include "tests/support/ending.hpp"
#include "tests/support/partners.hpp"

#include <atomic>
#include <cstdlib>
#include <thread>

namespace tefuda::test {

inline int matches_per_combination() {
    auto const* asked = std::getenv("TEFUDA_CONFORMANCE_MATCHES");
    return asked ? std::atoi(asked) : 20;
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

/// What only many matches of a combination tell.
template <Redealable E>
struct Findings {
    std::vector<RedealCount> redeals;
    std::map<typename TwoWorlds<E>::Kind, std::string> leaks;
    std::set<typename TwoWorlds<E>::Kind> public_plays;
    Partners partners;
    std::string knows_too_much;
};

/// Plays one random match and runs all checks. The expensive ones run in every state of one match in 100, and in a few
/// states of the other matches. Adds up what only many matches tell. \throws BrokenPromise
template <Redealable E>
void check_random_match(Combination<E> const& of, std::uint64_t seed, Findings<E>& found) {
    Random random(seed);
    CheckedMatch<E> match(of.options, of.seats, seed, random);
    auto const thorough = seed % 100 == 0;
    while (!match.over()) {
        if (match.actions() >= longest_match) throw BrokenPromise("the match does not end");
        match.check_cards();
        match.check_to_act();
        match.check_declared();
        if (thorough || chance_of(random, 0.005)) {
            match.check_refusals();
            match.check_lists();
            match.check_shown_hands();
            match.check_two_worlds();
        }
        auto const seat = match.somebody();
        if (thorough)
            match.act_and_check_hands(seat, match.some_action(seat));
        else
            match.act(seat, match.some_action(seat));
    }
    match.check_end();
    found.partners.add(*match.result());
    if (thorough) match.check_replay();
    auto const& worlds = match.worlds();
    found.redeals.resize(worlds.redeals().size());
    for (std::size_t i = 0; i < found.redeals.size(); ++i) {
        found.redeals[i].hidden += worlds.redeals()[i].hidden;
        found.redeals[i].changed += worlds.redeals()[i].changed;
    }
    if (found.knows_too_much.empty()) found.knows_too_much = worlds.knows_too_much();
    found.leaks.insert(worlds.leaks().begin(), worlds.leaks().end());
    found.public_plays.insert(worlds.public_plays().begin(), worlds.public_plays().end());
}

/// The first failure in `matches` matches of a combination, with the seeds from `first_seed`; empty if there is none.
template <Redealable E>
std::string first_failure(Combination<E> const& of, int matches, int first_seed = 0) {
    auto const where = "options " + codec::to_json(of.options) + ", " + std::to_string(of.seats) + " seats";
    if (auto const endless = endless_match<E>(of.options, of.seats); !endless.empty()) return where + ": " + endless;
    Findings<E> found;
    for (int seed = first_seed; seed < first_seed + matches; ++seed) {
        try {
            check_random_match<E>(of, static_cast<std::uint64_t>(seed), found);
        } catch (std::exception const& problem) {
            return where + ", seed " + std::to_string(seed) + ": " + problem.what();
        }
    }
    for (auto const& [kind, leak] : found.leaks)
        if (!found.public_plays.contains(kind)) return where + ": " + leak;
    if (auto const problem = found.partners.problem(); !problem.empty()) return where + ": " + problem;
    constexpr int enough = 5;
    auto const& redeals = found.redeals;
    for (std::size_t i = 0; i < redeals.size(); ++i)
        if (redeals[i].hidden >= enough && redeals[i].changed == 0)
            return where + ": redeal never changes anything, though cards are hidden from " +
                   (i == 0 ? "a spectator" : "seat " + std::to_string(i - 1)) +
                   ". It returns the state as it is, or this observer can work out where each of them is: then show "
                   "them";
    return found.knows_too_much.empty() ? std::string() : where + ": " + found.knows_too_much;
}

/// Checks all combinations, distributed over all cores. The first failure ends it.
/// \param share divides the number of matches: for a game with very many combinations or long matches
template <Redealable E>
void check_conformance(int share = 1) {
    auto const matches = std::max(1, matches_per_combination() / share);
    auto const all = all_combinations<E>();
    REQUIRE_FALSE(all.empty());
    std::vector<std::string> broken(all.size());
    std::atomic<std::size_t> next = 0;
    auto const work = [&] {
        for (std::size_t one; (one = next++) < all.size();)
            if (!(broken[one] = first_failure<E>(all[one], matches, static_cast<int>(one) * matches)).empty())
                next = all.size();
    };
    {
        std::vector<std::jthread> others(std::max(1U, std::thread::hardware_concurrency()) - 1);
        for (auto& other : others) other = std::jthread(work);
        work();
    }
    for (auto const& problem : broken) CHECK(problem == "");
    auto const sound = std::all_of(broken.begin(), broken.end(), [](auto const& problem) { return problem.empty(); });
    if (sound) CHECK(daily_problem<E>() == "");
}

} // namespace tefuda::test
