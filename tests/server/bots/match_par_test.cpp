// What a `normal` bot would have made of a person's cards.
#include "server/bots/bot.hpp"
#include "server/bots/match_par.hpp"
#include "tests/server/support/plain_record.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace tefuda;
using namespace tefuda::server;
using Json = nlohmann::json;

namespace {

/// A match of Forty-One in which the person in this seat has played as the level plays.
MatchRecord played(Seat person, BotLevel level) {
    auto record = plain_record(*find_game("fortyone"), 2, 7);
    record.setup.bots = {BotLevel::normal, BotLevel::normal};
    record.setup.bots[static_cast<std::size_t>(person.number())] = {};
    MatchRun run(record);
    while (!run.over()) {
        auto const seat = run.to_act().front();
        auto const decision = *run.decision(seat);
        BotTask const task{seat, decision,        seat == person ? level : BotLevel::normal,
                           true, run.legal(seat), run.bot_view_of(seat)};
        BotRandom random(bot_seed_of(record, seat, decision));
        auto const action = choose(task, {}, random).value();
        REQUIRE_FALSE(run.act(seat, action));
        record.actions.add({seat, action, 0, false});
    }
    return record;
}

Json par_of(MatchRecord const& record) {
    auto const par = MatchPar::of(record);
    REQUIRE(par);
    while (par->step({})) CHECK(par->progress().done <= par->progress().of);
    return Json::parse(par->document());
}

} // namespace

TEST_CASE("who plays as the normal bot makes par", "[bots][par]") {
    for (auto const person : {Seat(0), Seat(1)}) {
        auto const par = par_of(played(person, BotLevel::normal));
        CHECK(par["seat"] == person.number());
        CHECK(par["margin"] == par["par"]);
    }
}

TEST_CASE("par does not depend on how the person has played", "[bots][par]") {
    auto const badly = par_of(played(Seat(0), BotLevel::easy));
    CHECK(badly["par"] == par_of(played(Seat(0), BotLevel::normal))["par"]);
    CHECK(badly["margin"] < badly["par"]);
}

TEST_CASE("a match has par only where one person played it against bots", "[bots][par]") {
    auto record = played(Seat(0), BotLevel::normal);
    record.setup.bots = {{}, {}};
    CHECK_FALSE(MatchPar::of(record));
    record.setup.bots = {BotLevel::easy, BotLevel::easy};
    CHECK_FALSE(MatchPar::of(record));
    record.setup.bots.clear();
    CHECK_FALSE(MatchPar::of(record));
}
