// How much anybody can win against the bots of Selfish for three and more, and how their games end.
#include "rules/selfish/policy.hpp"
#include "rules/selfish/stopping.hpp"
#include "tests/rules/selfish/many_seats.hpp"
#include "tests/support/catch.hpp"

#include <cstdio>
#include <string>

using namespace tefuda;
using namespace tefuda::test;
using selfish::Scoring;

namespace {

many_seats::Strategy normal(many_seats::Game const& game) {
    return many_seats::strategy_of(game, [](Selfish::State const& state) {
        search::Random random(1);
        auto const action = search::PolicyOf<Selfish>::choose(state, state.to_act, random);
        return std::holds_alternative<selfish::Stop>(action) ? 1.0 : 0.0;
    });
}

many_seats::Strategy easy(many_seats::Game const& game) {
    return many_seats::strategy_of(game, [](Selfish::State const& state) {
        return selfish::beginner_stops(evaluate(state.hands[state.to_act], state.options.scoring));
    });
}

/// What the best answer to `normal` may win: 1 is a fair share.
constexpr auto allowed = 1.05;

/// Of the scores in reach, the pair with which a game lasts longest and nobody wins more than `allowed` against it.
selfish::StopFrom fit(many_seats::Game const& game, int deals) {
    selfish::StopFrom best{0, 0};
    auto most_turns = 0.0;
    // Each score more in turn 2 costs more than any in turn 3 can save: two of them that fit are enough.
    auto fitting = 0;
    for (int second = 22; second >= 12 && fitting < 2; --second) {
        auto const before = most_turns;
        for (int third = second + 7; third <= second + 16; third += 3) {
            auto const strategy = many_seats::stops_from(game, second, third);
            if (many_seats::best_answer(game, strategy, deals) > allowed) break;
            auto const ends = many_seats::endings(game, strategy, deals).in_turn;
            auto const turns = 2 * ends[2] + 3 * ends[3] + 4 * ends[4];
            if (turns > most_turns) best = {second, third};
            most_turns = std::max(turns, most_turns);
        }
        if (fitting > 0 || most_turns > before) ++fitting;
    }
    return best;
}

} // namespace

TEST_CASE("nobody wins much more than a fair share against normal with three and more players",
          "[rules][selfish][bots]") {
    for (auto const scoring : {Scoring::full, Scoring::simple})
        for (auto const seats : {3, 4, 5, 6, 13}) {
            INFO(seats << " seats");
            many_seats::Game const game{seats, scoring};
            CHECK(many_seats::best_answer(game, normal(game), 40'000) < allowed + 0.01);
        }
}

TEST_CASE("normal wins more than a fair share against those who wait for higher scores", "[rules][selfish][bots]") {
    for (auto const& [seats, second, third] : {std::tuple(3, 16, 24), std::tuple(4, 17, 25), std::tuple(6, 18, 27)}) {
        many_seats::Game const game{seats};
        CHECK(many_seats::best_answer(game, many_seats::stops_from(game, second, third), 40'000) > allowed + 0.01);
        CHECK(many_seats::share(game, normal(game), many_seats::stops_from(game, second, third), 60'000) > 1.01);
        CHECK(many_seats::share(game, normal(game), easy(game), 60'000) > 1.05);
    }
}

TEST_CASE("games of beginners mostly last longer than turn 2", "[rules][selfish][bots]") {
    for (auto const seats : {2, 3, 4}) {
        many_seats::Game const game{seats};
        CHECK(many_seats::endings(game, easy(game), 20'000).in_turn[2] < 0.6);
    }
}

TEST_CASE("if everybody always stops in turn 2, no answer wins more than a fair share", "[rules][selfish][bots]") {
    many_seats::Game const game{4};
    CHECK(std::abs(many_seats::best_answer(game, many_seats::stops_from(game, 0, 0), 40'000) - 1) < 0.01);
}

// rules/selfish/stopping.cpp: test-rules-selfish "[fit-stops]"
TEST_CASE("the scores from which normal stops", "[.][fit-stops]") {
    for (auto const scoring : {Scoring::full, Scoring::simple}) {
        std::printf("%s:", scoring == Scoring::full ? "full" : "simple");
        for (int seats = 3; seats <= selfish::most_players; ++seats) {
            auto const found = fit({seats, scoring}, 100'000);
            std::printf(" {%d, %d},", found.second_turn, found.third_turn);
            std::fflush(stdout);
        }
        std::printf("\n");
    }
}

// The table in server/bots/README.md: test-rules-selfish "[many-seats-table]"
TEST_CASE("how the games of bots of Selfish end with three to six players", "[.][many-seats-table]") {
    std::printf("| bots | seats | best answer | turn 2 | turn 3 | turn 4 | a hand wins | a great hand wins |\n");
    constexpr int deals = 400'000;
    auto const row = [&](std::string const& name, many_seats::Game const& game, many_seats::Strategy const& bot) {
        auto const [in_turn, hand, great] = many_seats::endings(game, bot, deals);
        std::printf("| %s | %d | %.3f | %.1f | %.1f | %.1f | %.1f | %.1f |\n", name.c_str(), game.seats,
                    many_seats::best_answer(game, bot, deals), 100 * in_turn[2], 100 * in_turn[3], 100 * in_turn[4],
                    100 * hand, 100 * great);
        std::fflush(stdout);
    };
    for (auto const& [seats, second, third] :
         {std::tuple(3, 16, 24), std::tuple(4, 17, 25), std::tuple(5, 17, 25), std::tuple(6, 18, 27)}) {
        many_seats::Game const game{seats};
        row("easy", game, easy(game));
        row("normal", game, normal(game));
        row("from " + std::to_string(second) + " and " + std::to_string(third), game,
            many_seats::stops_from(game, second, third));
        row("at random", game, many_seats::strategy_of(game, [](Selfish::State const&) { return 0.5; }));
        row("always", game, many_seats::stops_from(game, 0, 0));
    }
}
