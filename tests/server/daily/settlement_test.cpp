#include "server/daily/settlement.hpp"

#include "rules/core/seeded_chance.hpp"
#include "server/daily/tally.hpp"
#include "server/people/player_table.hpp"
#include "server/people/result_table.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <map>

using namespace tefuda;
using namespace tefuda::server;

namespace {

BoardTable::Attempt finished(std::string const& player, std::int64_t margin, bool is_human = true) {
    return {player, "ROOM" + player, is_human, margin};
}

std::vector<std::optional<Tenths>> percents(std::vector<BoardTable::Attempt> const& all) {
    std::vector<std::optional<Tenths>> percents;
    for (auto const& line : lines_of(all)) percents.push_back(line.percent);
    return percents;
}

/// Tables in memory, as a server has them that stores nothing.
struct Tables {
    std::shared_ptr<Sql> const sql = open_memory_tables();
    BoardTable boards{sql, sql};
    PlayerTable players{*sql};
    OpenBoards open;
    ResultTable results{*sql, open};

    void begin(int day, std::string const& player, std::string const& room) {
        sql->write_one(WriteKey(),
                       "INSERT INTO attempt (day, game, player, room, human) VALUES ($1, 'twentytwo', $2, $3, 1)",
                       {std::to_string(day), player, room});
    }
    void end(std::string const& room, int margin) {
        sql->write_one(WriteKey(), "UPDATE attempt SET margin = $2 WHERE room = $1", {room, std::to_string(margin)});
    }
};

Board drawn(int day) {
    return {.day = day, .game = "twentytwo", .secret = std::string(64, 'a'), .seats = 4, .options = "{}"};
}

MatchActions actions_of(std::vector<std::pair<int, std::string>> const& all) {
    MatchActions actions;
    for (auto const& [seat, action] : all) actions.add({Seat(seat), action, 0, false});
    return actions;
}

} // namespace

TEST_CASE("A percent is the part of the other humans that one did better than, ties a half", "[daily]") {
    using P = std::optional<Tenths>;
    CHECK(percents({}).empty());
    CHECK(percents({finished("a", 3)}) == std::vector<P>{{}});
    CHECK(percents({finished("a", 3), finished("b", 1)}) == std::vector<P>{1000, 0});
    CHECK(percents({finished("a", 3), finished("b", 3)}) == std::vector<P>{500, 500});
    CHECK(percents({finished("a", 9), finished("b", 2), finished("c", 2), finished("d", -4)}) ==
          std::vector<P>{1000, 500, 500, 0});
    // Halves up: a third of a half is 16.7.
    CHECK(percents({finished("c", 6), finished("d", 6), finished("a", 5), finished("b", 5)})[2] == P(167));
    // Programs count in nobody's.
    CHECK(percents({finished("x", 9, false), finished("a", 3), finished("y", 2, false), finished("b", 1)}) ==
          std::vector<P>{{}, 1000, {}, 0});
}

TEST_CASE("A player's export has the boards that it has begun, also those that it has never finished", "[daily]") {
    Tables at;
    at.begin(9, "me", "OLD");
    at.begin(10, "me", "NEW");
    at.begin(10, "you", "OTHER");
    at.end("NEW", 4);
    auto const texts = exported_boards(at.boards.played_of(10, {"twentytwo"}, "me"), at.boards.unfinished("me"));
    CHECK(texts == std::vector<std::string>{
                       R"({"date":"1970-01-11","game":"twentytwo","room":"NEW","margin":4,"percent":null})",
                       R"({"date":"1970-01-10","game":"twentytwo","room":"OLD","margin":null,"percent":null})"});
}

TEST_CASE("Decisions that several met after the same actions show what each did", "[daily]") {
    Choices choices(*find_game("twentytwo"), Seat(0));
    auto const pass = R"({"type":"pass"})", low = R"({"type":"play","cards":["3S","3H"]})",
               same = R"({"cards":["3H","3S"],"type":"play"})", high = R"({"type":"play","cards":["KS"]})";
    choices.add(actions_of({{1, pass}, {0, low}, {0, high}}), 4);
    choices.add(actions_of({{1, pass}, {0, same}, {0, pass}}), 1);
    choices.add(actions_of({{1, pass}, {0, high}}), -3);
    choices.add(actions_of({{1, low}, {0, high}}), 8);
    auto const found = nlohmann::json::parse(choices.document());
    REQUIRE(found.size() == 2);
    CHECK(found[0]["path"] == 1);
    CHECK(found[0]["actions"] ==
          nlohmann::json::parse(R"([{"action":{"type":"play","cards":["3S","3H"]},"players":2,"mean_margin":2.5},
                                    {"action":{"type":"play","cards":["KS"]},"players":1,"mean_margin":-3.0}])"));
    auto const text = std::string("[") + pass + "]";
    CHECK(found[0]["after"] == to_hex(sha256({reinterpret_cast<std::uint8_t const*>(text.data()), text.size()})));
    CHECK(found[1]["path"] == 2);
    CHECK(found[1]["actions"].size() == 2);
}

TEST_CASE("A list whose order means something keeps it", "[daily]") {
    auto const action = R"({"type":"play","table":1,"cards":["7H","7S"]})";
    CHECK(find_game("ttpageone")->canonical(action) == action);
    CHECK(find_game("twentytwo")->canonical(R"({"cards":["7H","7S"],"type":"play"})") ==
          R"({"type":"play","cards":["7S","7H"]})");
}

TEST_CASE("Choices have a bound however many players a board has", "[daily]") {
    Choices choices(*find_game("twentytwo"), Seat(0));
    auto const pass = R"({"type":"pass"})";
    // Each pair of players has decisions of its own.
    for (auto pair = 0; pair < 100; ++pair)
        for (auto one = 0; one < 2; ++one) {
            MatchActions actions;
            for (auto digit = 0; digit < 7; ++digit)
                actions.add({Seat(1), (pair >> digit & 1) != 0 ? pass : R"({"type":"play","cards":["KS"]})", 0, false});
            for (auto step = 0; step < 100; ++step) actions.add({Seat(0), pass, 0, false});
            choices.add(actions, one);
        }
    CHECK(nlohmann::json::parse(choices.document()).size() == Choices::max_decisions);
}

TEST_CASE("A board is the one that was stored first, and its par, too", "[daily]") {
    Tables tables;
    auto const first = tables.boards.find_or_add(drawn(5));
    auto other = drawn(5);
    other.secret = std::string(64, 'b');
    CHECK(tables.boards.find_or_add(other).secret == first.secret);
    tables.boards.set_par(first, -7);
    tables.boards.set_par(first, 9);
    CHECK(tables.boards.find(5, "twentytwo")->par == -7);
    CHECK_FALSE(tables.boards.find(6, "twentytwo"));
}

TEST_CASE("Boards open up to a day on which there is one, and stay open", "[daily]") {
    Tables tables;
    CHECK(tables.boards.open_until(4) == 0);
    tables.boards.find_or_add(drawn(5));
    tables.boards.find_or_add(drawn(7));
    CHECK(tables.boards.open_until(4) == 0);
    CHECK(tables.boards.open_until(6) == 5);
    CHECK(tables.boards.open_until(1) == 5);
    CHECK(tables.boards.find_unsettled()->day == 5);
    tables.boards.store_settled(drawn(5), {}, "[]");
    CHECK_FALSE(tables.boards.find_unsettled());
    CHECK(tables.boards.open_until(100) == 7);
}

TEST_CASE("A board is settled with the results of those who have finished it", "[daily]") {
    Tables tables;
    auto const board = tables.boards.find_or_add(drawn(5));
    std::map<std::string, MatchActions> matches;
    constexpr auto players = 250;
    for (auto i = 0; i < players; ++i) {
        auto const id = std::to_string(i), room = "R" + id;
        tables.begin(5, id, room);
        if (i == 0) continue;
        tables.end(room, i);
        matches[room] = actions_of({{0, R"({"type":"pass"})"}});
    }
    tables.begin(6, "1", "OTHER");
    tables.end("OTHER", 1000);
    CHECK(tables.boards.attempt(5, "twentytwo", "0")->room == "R0");
    CHECK_FALSE(tables.boards.attempt(5, "twentytwo", "0")->margin);
    auto const standing = tables.boards.standing(5, "twentytwo", 10);
    CHECK(std::tuple(standing.all, standing.worse, standing.equal) == std::tuple(players - 1, 9, 1));

    Settlement settlement(board, tables.boards,
                          [&](std::string const& room) -> std::optional<MatchActions> { return matches.at(room); });
    auto steps = 1;
    while (settlement.step()) ++steps;
    CHECK(steps == 3);
    auto const lines = tables.boards.lines(board);
    REQUIRE(lines.size() == players - 1);
    CHECK(lines.front().margin == players - 1);
    CHECK(*lines.front().percent == 100.0);
    CHECK_FALSE(lines.front().player);
    CHECK(lines.front().name == "\u2013");
    auto const choices = nlohmann::json::parse(tables.boards.choices(board));
    REQUIRE(choices.size() == 1);
    CHECK(choices[0]["actions"][0]["players"] == players - 1);
    CHECK(tables.boards.played("7").front().percent == 24); // 6 of 248
    CHECK(tables.boards.played("7").front().room == "R7");
    CHECK(tables.boards.played_of(6, {"selfish", "twentytwo"}, "1").front().margin == 1000);
    CHECK(tables.boards.played_of(5, {"twentytwo"}, "0").empty());
}

TEST_CASE("Results of a board are hidden until it opens", "[daily]") {
    Tables tables;
    tables.players.create({"p", "P", PlayerKind::human, "2026-01-01"}, "s", 0);
    ResultSaved const result{
        .match = 1,
        .ended = 5,
        .game = "twentytwo",
        .text = R"({"room":"R","match":1,"game":"twentytwo","options":{},"ended":"","reason":"","seats":[]})",
        .players = {{"p", true}}};
    Transaction const transaction{"R", {result}};
    open_memory_store(tables.sql)->commit(std::span(&transaction, 1));
    tables.begin(5, "p", "R");
    CHECK(tables.results.tallies("p").empty());
    CHECK(tables.results.results("p", {})->results.empty());
    tables.open.open_until(4);
    CHECK(tables.results.tallies("p").empty());
    tables.open.open_until(5);
    CHECK(tables.results.tallies("p").size() == 1);
    CHECK(tables.results.results("p", {})->results.size() == 1);
}
