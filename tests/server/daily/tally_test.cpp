#include "server/daily/tally.hpp"

#include "tests/support/catch.hpp"

using namespace tefuda;
using namespace tefuda::server;

TEST_CASE("A streak is of days in a row with a board of any game, up to the newest open day", "[daily]") {
    std::vector<BoardTable::Played> const played{{10, {}}, {11, 500}, {11, 1000}, {12, 0}, {14, {}}, {15, 333}};
    auto const tally = tally_of(played, 15);
    CHECK(tally.played == 6);
    CHECK(tally.streak == 2);
    CHECK(tally.best_streak == 3);
    CHECK(*tally.mean_percent == 45.8);
    // What is not open yet may still come.
    CHECK(tally_of(played, 14).streak == 2);
    CHECK(tally_of(played, 16).streak == 0);
    CHECK(tally_of(played, 16).best_streak == 3);
}

TEST_CASE("A player's own boards are listed with those that are not open yet, the newest first", "[daily]") {
    std::vector<BoardTable::Played> const played{
        {10, 1000, "selfish", "A", 3}, {11, {}, "fortyone", "B", -1}, {11, {}, "selfish", "C", 2}};
    auto const mine = my_boards(played, 12);
    CHECK(std::tuple(mine.played, mine.streak, mine.best_streak, *mine.mean_percent) == std::tuple(3, 2, 2, 100.0));
    REQUIRE(mine.boards.size() == 3);
    CHECK(mine.boards[0].room == "C");
    auto const& last = mine.boards[2];
    CHECK(std::tuple(last.date, last.game, last.room, last.margin) == std::tuple("1970-01-11", "selfish", "A", 3));
    CHECK(my_boards(played, 13).streak == 0);
}

TEST_CASE("Of a player with many boards the newest are listed, and all are counted", "[daily]") {
    std::vector<BoardTable::Played> played;
    for (auto day = 1; day <= 1'000; ++day) played.push_back({day, {}, "selfish", "R", 0});
    auto const mine = my_boards(played, 1'000);
    CHECK(std::tuple(mine.played, mine.streak) == std::tuple(1'000, 1'000));
    CHECK(mine.boards.size() == max_listed_boards);
    CHECK(mine.boards.front().date > mine.boards.back().date);
}

TEST_CASE("Who has played nothing has no mean", "[daily]") {
    auto const tally = tally_of({}, 5);
    CHECK(tally.played + tally.streak + tally.best_streak == 0);
    CHECK_FALSE(tally.mean_percent);
    CHECK_FALSE(tally_of({{5, {}}}, 5).mean_percent);
}
