// The analysis of a match: a pure function of the match, with marks where values differ clearly.
#include "protocol/codec/decode.hpp"
#include "server/bots/bot.hpp"
#include "server/bots/match_analysis.hpp"
#include "tests/server/support/random_match.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

using namespace tefuda;
using namespace tefuda::server;
using tefuda::server::test::random_match;
using Json = nlohmann::json;

namespace {

Json analysis_of(MatchRecord const& record, int iterations) {
    MatchAnalysis analysis(record);
    auto steps = 1;
    while (analysis.step({.iterations = iterations})) ++steps;
    CHECK(steps == static_cast<int>(record.actions.size()));
    CHECK(analysis.progress().done == steps);
    CHECK(analysis.progress().of == steps);
    return Json::parse(analysis.document());
}

} // namespace

TEST_CASE("an analysis has values for decisions of every game with a policy, and is always the same", "[bots]") {
    for (auto const* game : all_games()) {
        INFO(game->id());
        auto const record = random_match(*game, 3);
        auto const analysis = analysis_of(record, 30);
        CHECK(analysis == analysis_of(record, 30));
        CHECK(analysis["game"] == game->id());
        std::vector<MatchAction> actions;
        for (auto const& action : record.actions) actions.push_back(action);
        auto last = -1;
        for (auto const& decision : analysis["decisions"]) {
            auto const place = decision["action"].get<int>();
            CHECK(place > last);
            last = place;
            REQUIRE(place < static_cast<int>(actions.size()));
            CHECK(decision["seat"] == actions[static_cast<std::size_t>(place)].seat.number());
            for (auto const& value : {decision["value"], decision["best"]["value"]}) {
                CHECK(value.get<double>() >= 0);
                CHECK(value.get<double>() <= 1);
            }
        }
        MatchRun const begun(record);
        auto const has_policy = begun.bot_view_of(begun.to_act().front()) != nullptr;
        // In Selfish many matches have no choice.
        if (has_policy && game->id() != "selfish") CHECK(analysis["decisions"].size() > 2);
        if (!has_policy) CHECK(analysis["decisions"].empty());
    }
}

TEST_CASE("each seat has one worst decision and one best at most, the clearest of all", "[bots]") {
    auto marks = 0;
    for (std::uint8_t seed = 1; seed < 5; ++seed) {
        auto const analysis = analysis_of(random_match(*find_game("fortyone"), seed), 300);
        std::map<std::pair<int, std::string>, int> marked;
        std::map<int, double> most_lost;
        std::map<int, double> lost_by_worst;
        for (auto const& decision : analysis["decisions"]) {
            auto const seat = decision["seat"].get<int>();
            auto const lost = decision["best"]["value"].get<double>() - decision["value"].get<double>();
            most_lost[seat] = std::max(most_lost[seat], lost);
            if (!decision.contains("mark")) continue;
            ++marks;
            CHECK(++marked[{seat, decision["mark"]}] == 1);
            if (decision["mark"] == "worst") lost_by_worst[seat] = lost;
            if (decision["mark"] == "best") CHECK(lost == 0);
        }
        for (auto const& [seat, lost] : lost_by_worst) {
            CHECK(lost >= 0.1);
            CHECK(lost == most_lost[seat]);
        }
    }
    CHECK(marks > 4);
}

TEST_CASE("a clear decision is one of each seat at most, and far ahead of what else could be played", "[bots]") {
    auto clear = 0;
    for (std::uint8_t seed = 1; seed < 9; ++seed) {
        auto const record = random_match(*find_game("twentytwo"), seed);
        MatchAnalysis analysis(record);
        while (analysis.step({.iterations = 60}));
        CHECK(analysis.clear_decisions(1.1).empty());
        auto const all = analysis.clear_decisions(0);
        auto const some = analysis.clear_decisions(0.2);
        clear += static_cast<int>(some.size());
        // The clearest of a seat is the same, however clear it has to be.
        for (auto const& decision : some) CHECK(std::ranges::count(all, decision) == 1);
        CHECK(std::ranges::is_sorted(all, {}, &MatchAnalysis::ClearDecision::action));
        std::map<int, int> of_seat;
        for (auto const& [action, seat, best] : all) {
            CHECK(++of_seat[seat.number()] == 1);
            auto it = record.actions.begin();
            for (auto i = 0; i < action; ++i) ++it;
            CHECK((*it).seat == seat);
        }
    }
    CHECK(clear > 0);
}
