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

TEST_CASE("Who has played nothing has no mean", "[daily]") {
    auto const tally = tally_of({}, 5);
    CHECK(tally.played + tally.streak + tally.best_streak == 0);
    CHECK_FALSE(tally.mean_percent);
    CHECK_FALSE(tally_of({{5, {}}}, 5).mean_percent);
}
