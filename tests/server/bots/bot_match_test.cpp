#include "server/bots/bot.hpp"
#include "server/bots/bot_match.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda;
using namespace tefuda::server;

namespace {

MatchRecord record_of(std::string_view game, int seats, std::uint8_t seed) {
    MatchRecord record;
    record.room = "ROOM";
    record.setup.game = find_game(game);
    record.setup.options = std::get<std::string_view>(record.setup.game->settle("{}", seats));
    record.setup.server_seed.fill(seed);
    record.setup.names = std::vector<std::string>(static_cast<std::size_t>(seats), "A");
    record.setup.entropies = std::vector<std::string>(static_cast<std::size_t>(seats));
    record.decisions_before = SeatList<std::int64_t>(seats);
    return record;
}

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
            BotMatch one(record_of(game->id(), seats, 7), all(seats, level), Seat(0));
            BotMatch other(record_of(game->id(), seats, 7), all(seats, level), Seat(0));
            CHECK(played_out(one) == played_out(other));
            CHECK(one.run().over());
            CHECK_FALSE(one.step({}));
        }
    }
}

TEST_CASE("bots go on where a match's actions end, as if they had played from the start", "[bots][match]") {
    auto record = record_of("fortyone", 2, 7);
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
    auto record = record_of("fortyone", 2, 7);
    record.actions.add({Seat(0), R"({"type":"pass"})", 0, false});
    CHECK_THROWS_AS(BotMatch(record, all(2, BotLevel::normal), Seat(0)), UnplayableMatch);
}
