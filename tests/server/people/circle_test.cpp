// Whom a player has met this month. Numbers are worked out by hand.
#include "server/people/circle.hpp"

#include "protocol/codec/encode.hpp"
#include "protocol/match_result.hpp"
#include "server/match/gone_players.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/support/catch.hpp"

#include <chrono>
#include <memory>

using namespace tefuda;
using namespace tefuda::server;
using namespace std::chrono;

namespace {

/// It is 2026-11-27.
struct CircleFixture {
    CircleFixture() {
        open.open_until(day(26));
        for (auto const* name : {"mio", "ren", "aki"})
            players.create({name, name, PlayerKind::human, "2026-01-01"}, name, 0);
    }

    static int day(int of_november) {
        return static_cast<int>(sys_days(2026y / November / of_november).time_since_epoch().count());
    }

    struct At {
        std::string player;
        int rank;
        std::optional<int> team = {};
    };
    void play(std::string const& game, std::vector<At> const& seats, int of_november = 20) {
        SavedResult result{"ROOM", ++matches, game, {"{}"}, "2026-11-20T20:00:00.000Z", "points", {}};
        auto const ended = std::to_string(duration_cast<microseconds>(days(day(of_november))).count() + matches);
        auto const match = std::to_string(matches);
        std::vector<SqlCall> calls;
        for (auto const& [player, rank, team] : seats) {
            result.seats.push_back(
                {.player = Nullable<std::string>(player), .name = player, .rank = rank, .team = team});
            calls.push_back({"INSERT INTO played (player, ended, room, match, game, won) VALUES "
                             "($1, CAST($2 AS BIGINT), 'ROOM', CAST($3 AS INTEGER), $4, 0) ON CONFLICT DO NOTHING",
                             {player, ended, match, game}});
        }
        calls.push_back({"INSERT INTO result (room, match, ended, game, text) VALUES "
                         "('ROOM', CAST($1 AS INTEGER), CAST($2 AS BIGINT), $3, $4)",
                         {match, ended, game, codec::to_json(result)}});
        tables->write(WriteKey(), calls);
    }
    void play_board(std::string const& player, int of_november, int tenths) {
        tables->write_one(WriteKey(),
                          "INSERT INTO board_line (day, game, room, player, margin, percent) VALUES "
                          "(CAST($1 AS INTEGER), 'fortyone', $2, $2, 0, CAST($3 AS INTEGER))",
                          {std::to_string(day(of_november)), player, std::to_string(tenths)});
    }
    CircleOfPlayer of(std::string const& player) {
        return Circle(*tables, *tables, players, open).of(player, sys_days(2026y / November / 27));
    }

    std::shared_ptr<Sql> const tables = open_memory_tables();
    PlayerTable players{*tables};
    OpenBoards open;
    int matches = 0;
};

} // namespace

TEST_CASE("A circle has whom one has met this month, those with the most matches first, by game", "[people]") {
    CircleFixture f;
    f.play("selfish", {{"mio", 1}, {"ren", 2}, {"aki", 1}});
    f.play("selfish", {{"mio", 2}, {"ren", 1}});
    f.play("fortyone", {{"ren", 2}, {"mio", 1}});
    f.play("fortyone", {{"mio", 1}, {"ren", 2}}, 1);
    // In October.
    f.play("fortyone", {{"mio", 1}, {"aki", 2}}, 0);
    auto const circle = f.of("mio");
    CHECK(circle.since == "2026-11-01");
    CHECK(codec::to_json(circle.people) == R"([{"player":"ren","name":"ren","kind":"human","games":[)"
                                           R"({"game":"fortyone","played":2,"ahead":2,"level":0,"behind":0},)"
                                           R"({"game":"selfish","played":2,"ahead":1,"level":0,"behind":1}]},)"
                                           R"({"player":"aki","name":"aki","kind":"human","games":[)"
                                           R"({"game":"selfish","played":1,"ahead":0,"level":1,"behind":0}]}])");
    CHECK(f.of("nobody").people.empty());
}

TEST_CASE("Partners are met, and neither ahead nor behind; a player with two seats counts with the better one",
          "[people]") {
    CircleFixture f;
    f.play("ttpageone", {{"mio", 1, 0}, {"aki", 3, 1}, {"ren", 1, 0}, {"aki", 3, 1}});
    f.play("selfish", {{"mio", 3}, {"aki", 2}, {"mio", 1}});
    auto const circle = f.of("mio");
    REQUIRE(circle.people.size() == 2);
    CHECK(codec::to_json(circle.people[0].games) ==
          R"([{"game":"selfish","played":1,"ahead":1,"level":0,"behind":0},)"
          R"({"game":"ttpageone","played":1,"ahead":1,"level":0,"behind":0}])");
    CHECK(codec::to_json(circle.people[1].games) ==
          R"([{"game":"ttpageone","played":1,"ahead":0,"level":0,"behind":0}])");
}

TEST_CASE("A circle compares the boards that both have played this month and that are open", "[people]") {
    CircleFixture f;
    f.play("selfish", {{"mio", 1}, {"ren", 2}, {"aki", 3}});
    f.play_board("mio", 10, 500);
    f.play_board("ren", 10, 255);
    f.play_board("mio", 11, 1000);
    f.play_board("ren", 11, 400);
    f.play_board("mio", 12, 0);
    f.play_board("ren", 12, 1);
    f.play_board("mio", 14, 300);
    f.play_board("ren", 14, 300);
    f.play_board("aki", 13, 900);
    // Not open yet, and in October.
    for (auto const day : {27, 0})
        for (auto const* player : {"mio", "aki"}) f.play_board(player, day, 700);
    auto const circle = f.of("mio");
    REQUIRE(circle.people.size() == 2);
    auto const find = [&](std::string const& id) {
        return *std::ranges::find(circle.people, id, &Acquaintance::player);
    };
    auto const boards = find("ren").boards;
    REQUIRE(boards);
    CHECK(codec::to_json(*boards) == R"({"played":4,"percent":45,"theirs":23.9,"ahead":2,"level":1,"behind":1})");
    CHECK_FALSE(find("aki").boards);
}

TEST_CASE("A deleted player is in nobody's circle", "[people]") {
    CircleFixture f;
    f.play("selfish", {{"mio", 1}, {"circlegone00", 2}});
    f.play("selfish", {{"mio", 1}, {"ren", 2}});
    gone_players().add("circlegone00");
    auto const circle = f.of("mio");
    REQUIRE(circle.people.size() == 1);
    CHECK(circle.people[0].player == "ren");
}
