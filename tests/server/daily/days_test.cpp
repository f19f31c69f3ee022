#include "server/daily/days.hpp"

#include "server/metrics/utc.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda::server;

TEST_CASE("A day closes at midnight, and its boards open an hour later", "[daily]") {
    auto const day = *day_in("2026-11-26");
    CHECK(iso_time(at_second(closes_at(day))) == "2026-11-27T00:00:00Z");
    CHECK(iso_time(at_second(opens_at(day))) == "2026-11-27T01:00:00Z");
    CHECK(day_of(closes_at(day) - 1) == day);
    CHECK(day_of(closes_at(day)) == day + 1);
    CHECK(last_open_day(opens_at(day) - 1) == day - 1);
    CHECK(last_open_day(opens_at(day)) == day);
}

TEST_CASE("A date names its day, and nothing else does", "[daily]") {
    CHECK(date_of(0) == "1970-01-01");
    for (auto const* date : {"1970-01-02", "2000-02-29", "2026-12-31", "9999-12-31"})
        CHECK(date_of(*day_in(date)) == date);
    for (auto const* text : {"", "2026-1-01", "2026-02-29", "2026-13-01", "2026-00-10", "2026-11-00", "2026-11-31",
                             "2026/11/26", "2026-11-2x", "-026-11-26", "1969-12-31", "1970-01-01", "2026-11-26 "})
        CHECK_FALSE(day_in(text));
}
