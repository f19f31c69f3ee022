// Boards of the day and puzzles as they are stored, where the store's answers are lost.
#include "server/daily/board_table.hpp"

#include "server/daily/puzzle_table.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/server/support/losing_sql.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("A board is drawn, opened and settled once, also where the answer is lost", "[daily]") {
    LosingTables tables(open_memory_tables());
    BoardTable boards(tables.sql, tables.sql);
    Board const drawn{.day = 10, .game = "twentytwo", .secret = std::string(64, 'a'), .seats = 4, .options = "{}"};
    CHECK(boards.find_or_add(drawn).secret == drawn.secret);
    auto other = drawn;
    other.secret = std::string(64, 'b');
    CHECK(boards.find_or_add(other).secret == drawn.secret);
    CHECK(boards.open_until(9) == 0);
    CHECK_FALSE(boards.find_unsettled());
    auto const before = tables.loss->writes;
    for (auto const day : {10, 11, 9}) CHECK(boards.open_until(day) == 10);
    CHECK(tables.loss->writes == before + 1);
    boards.set_par(drawn, 3);
    boards.set_par(drawn, 4);
    CHECK(boards.find(10, "twentytwo")->par == 3);
    boards.store_settled(drawn, {{"ROOM", "aki", 5, 500}}, "[1]");
    CHECK(boards.played("aki").size() == 1);
    CHECK(boards.choices(drawn) == "[1]");
    CHECK_FALSE(boards.find_unsettled());
}

TEST_CASE("The secret of a board is in one table", "[daily]") {
    LosingTables tables(open_memory_tables());
    BoardTable boards(tables.sql, tables.sql);
    boards.find_or_add({.day = 10, .game = "twentytwo", .secret = std::string(64, 'a'), .seats = 4, .options = "{}"});
    CHECK(tables.count("SELECT count(*) FROM written WHERE answer LIKE '%aaaa%'") == "0");
}

TEST_CASE("A puzzle is stored once, also where the answer is lost", "[daily]") {
    LosingTables tables(open_memory_tables());
    PuzzleTable puzzles(tables.sql);
    puzzles.add({.id = "00000000000000aa", .game = "twentytwo", .room = "ROOM", .match = 1, .actions = 7});
    puzzles.add({.id = "00000000000000bb", .game = "twentytwo", .room = "ROOM", .match = 1, .actions = 7});
    CHECK(puzzles.ids("twentytwo") == std::vector<std::string>{"00000000000000aa"});
}
