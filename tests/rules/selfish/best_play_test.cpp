// How far the bots are from the best play of Selfish for two (server/bots/README.md).
#include "rules/search/ismcts.hpp"
#include "rules/selfish/policy.hpp"
#include "rules/selfish/stopping.hpp"
#include "tests/rules/selfish/best_play.hpp"
#include "tests/support/catch.hpp"

#include <cstdio>
#include <string>

using namespace tefuda;
using namespace tefuda::test;

namespace {

bool is_stop(Selfish::Action const& action) {
    return std::holds_alternative<selfish::Stop>(action);
}

best_play::Strategies normal() {
    return best_play::strategies_of([](Selfish::State const& state) {
        search::Random random(1);
        return is_stop(search::PolicyOf<Selfish>::choose(state, state.to_act, random)) ? 1.0 : 0.0;
    });
}

best_play::Strategies easy() {
    return best_play::strategies_of([](Selfish::State const& state) {
        return selfish::beginner_stops(evaluate(state.hands[state.to_act], state.options.scoring));
    });
}

best_play::Strategies hard(int iterations, int searches) {
    search::Random random(1);
    return best_play::strategies_of([&](Selfish::State const& state) {
        auto stops = 0.0;
        for (int i = 0; i < searches; ++i)
            stops += is_stop(search::Search<Selfish>(state, state.to_act, random).best({.iterations = iterations}));
        return stops / searches;
    });
}

/// Plays a match with the engine. \returns the first player's share of the win
double play(best_play::Strategies const& strategies, search::Random& random) {
    search::ImaginedChance chance(random);
    std::vector<Selfish::Event> events;
    auto state = Selfish::start({}, 2, chance, events);
    auto const stops = [&] {
        best_play::RankSet ranks;
        for (auto const card : state.hands[state.to_act]) ranks.push_back(selfish::number_of(card));
        std::sort(ranks.begin(), ranks.end());
        auto const& strategy = state.to_act == state.first ? strategies.first : strategies.second;
        auto const& sets = ranks.size() == 2 ? best_play::pairs() : best_play::triples();
        auto const place = static_cast<std::size_t>(std::find(sets.begin(), sets.end(), ranks) - sets.begin());
        auto const chance_of_stop = (ranks.size() == 2 ? strategy.second_turn : strategy.third_turn).at(place);
        return std::uniform_real_distribution()(random) < chance_of_stop;
    };
    while (!Selfish::over(state)) {
        Selfish::Action action = selfish::Draw{};
        if (state.phase == selfish::Phase::decide)
            action = stops() ? Selfish::Action(selfish::Stop{}) : Selfish::Action(selfish::Continue{});
        REQUIRE_FALSE(Selfish::apply(state, state.to_act, action, chance, events));
    }
    auto const& winners = state.result->winners;
    return winners.empty() ? 0.5 : winners.front() == state.first ? 1 : 0;
}

} // namespace

TEST_CASE("the computed share of wins is that of matches played by the rules", "[rules][selfish][bots]") {
    search::Random random(7);
    for (auto const& strategies : {normal(), easy()}) {
        auto all = 0.0;
        constexpr int matches = 20'000;
        for (int i = 0; i < matches; ++i) all += play(strategies, random);
        // Four standard deviations.
        CHECK(std::abs(all / matches - best_play::wins_of_first(strategies.first, strategies.second)) < 0.015);
    }
}

TEST_CASE("best play of Selfish for two is found, and proven by best answers", "[rules][selfish][bots]") {
    auto const found = best_play::solve(150);
    auto const most = best_play::best_of_first(found.second);
    auto const least = 1 - best_play::best_of_second(found.first);
    auto const value = best_play::wins_of_first(found.first, found.second);
    CHECK(least <= value);
    CHECK(value <= most);
    CHECK(most - least < 0.002);
    for (auto const& other : {normal(), easy()}) {
        CHECK(best_play::wins_of_first(found.first, other.second) >= least - 1e-9);
        CHECK(best_play::best_of_first(other.second) >= best_play::wins_of_first(found.first, other.second) - 1e-9);
        CHECK(best_play::best_of_second(other.first) >= 1 - best_play::wins_of_first(other.first, found.second) - 1e-9);
    }
}

TEST_CASE("normal is close to the best play of Selfish for two", "[rules][selfish][bots]") {
    CHECK(best_play::best_against(normal()) < 0.53);
    CHECK(best_play::wins(normal(), easy()) > 0.52);
}

// The table in server/bots/README.md: test-rules-selfish "[best-play-table]". For `hard` each decision is searched four
// times.
TEST_CASE("how far the bots are from the best play of Selfish for two", "[.][best-play-table]") {
    auto const found = best_play::solve(5000);
    std::printf("The first player wins %.4f to %.4f %%.\n", 100 - 100 * best_play::best_of_second(found.first),
                100 * best_play::best_of_first(found.second));
    std::printf("| bot | against best play | against the best answer | against normal |\n| --- | --- | --- | --- |\n");
    auto const row = [&](char const* name, best_play::Strategies const& bot) {
        std::printf("| %s | %.2f | %.2f | %.2f |\n", name, 100 * best_play::wins(bot, found),
                    100 - 100 * best_play::best_against(bot), 100 * best_play::wins(bot, normal()));
        std::fflush(stdout);
    };
    row("best play", found);
    row("easy", easy());
    row("normal", normal());
    for (auto const iterations : {1'000, 20'000}) {
        auto const name = "hard, " + std::to_string(iterations) + " iterations";
        row(name.c_str(), hard(iterations, 4));
    }
}
