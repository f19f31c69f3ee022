#include "server/bots/bot.hpp"
#include "server/bots/bot_match.hpp"
#include "tests/server/support/plain_record.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda;
using namespace tefuda::server;

namespace {

std::string played_out(BotMatch& match) {
    while (match.step({.iterations = 20})) {}
    return match.run().view(Observer::spectator());
}

SeatList<BotLevel> all(int seats, BotLevel level) {
    return SeatList<BotLevel>(seats, level);
}

} // namespace

TEST_CASE("bots play every game to its end, each time in the same way", "[bots][match]") {
    for (auto const* game : all_games()) {
        INFO(game->id());
        auto const seats = game->seat_counts().usual;
        for (auto const level : {BotLevel::easy, BotLevel::normal, BotLevel::hard}) {
            BotMatch one(plain_record(*game, seats, 7), all(seats, level), Seat(0));
            BotMatch other(plain_record(*game, seats, 7), all(seats, level), Seat(0));
            CHECK(played_out(one) == played_out(other));
            CHECK(one.run().over());
            CHECK_FALSE(one.step({}));
        }
    }
}

TEST_CASE("bots go on where a match's actions end, as if they had played from the start", "[bots][match]") {
    auto record = plain_record(*find_game("fortyone"), 2, 7);
    BotMatch whole(record, all(2, BotLevel::normal), Seat(0));
    MatchRun run(record);
    for (int action = 0; action < 10; ++action) {
        auto const seat = run.to_act().front();
        search::Random random(bot_seed_of(record, seat, *run.decision(seat)));
        auto const chosen = run.bot_view_of(seat)->by_rules_of_thumb(random).value();
        REQUIRE_FALSE(run.act(seat, chosen));
        record.actions.add({seat, chosen, 0, false});
    }
    BotMatch rest(record, all(2, BotLevel::normal), Seat(0));
    CHECK(played_out(rest) == played_out(whole));
}

TEST_CASE("bots refuse a match whose actions are against the rules", "[bots][match]") {
    auto record = plain_record(*find_game("fortyone"), 2, 7);
    record.actions.add({Seat(0), R"({"type":"pass"})", 0, false});
    CHECK_THROWS_AS(BotMatch(record, all(2, BotLevel::normal), Seat(0)), UnplayableMatch);
}
