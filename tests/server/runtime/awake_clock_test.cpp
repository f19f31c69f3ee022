// A clock that stands still while the process does.
#include "server/runtime/event_loops.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda::server;
using namespace std::chrono_literals;

TEST_CASE("A clock does not count the time for which the process slept", "[runtime]") {
    AwakeClock::TimePoint time{};
    AwakeClock clock([&] { return time; });
    auto const start = clock.now();
    for (int i = 0; i < 10; ++i) {
        time += 1s;
        CHECK(clock.now() == start + (i + 1) * 1s);
    }
    time += 1h;
    CHECK(clock.now() == start + 10s);
    CHECK(clock.steady_time_of(start + 20s) == start + 1h + 20s);
    time += 1s;
    CHECK(clock.now() == start + 11s);
    time += 2s;
    CHECK(clock.now() == start + 11s);
    time += 500ms;
    CHECK(clock.now() == start + 11500ms);
}
