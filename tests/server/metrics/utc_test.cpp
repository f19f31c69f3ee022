#include "server/metrics/utc.hpp"

#include "tests/support/catch.hpp"

using namespace tefuda::server;

TEST_CASE("A moment is written in UTC, to the second, to the millisecond, or as a date", "[metrics]") {
    using std::chrono::milliseconds;
    auto const moment = at_second(1'785'646'799); // the last second before an hour begins
    CHECK(iso_time(moment) == "2026-08-02T04:59:59Z");
    CHECK(iso_time(moment + milliseconds(7)) == "2026-08-02T04:59:59.007Z");
    CHECK(utc_date(moment) == "2026-08-02");
    CHECK(iso_time(at_second(-1) + milliseconds(999)) == "1969-12-31T23:59:59.999Z");
    CHECK(utc_text(at_second(0), "%a, %d %b %Y %H:%M:%S GMT") == "Thu, 01 Jan 1970 00:00:00 GMT");
}
