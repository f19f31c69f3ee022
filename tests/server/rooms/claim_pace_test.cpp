#include "server/rooms/claim_pace.hpp"

#include "tests/support/catch.hpp"

using namespace tefuda::server;
using namespace std::chrono_literals;

TEST_CASE("A room whose claims do not hold is claimed ever more seldom", "[room]") {
    ClaimPace pace;
    auto now = ClaimPace::TimePoint() + 1h;
    CHECK_FALSE(pace.next("A", now));
    for (auto const pause : {100ms, 1'000ms, 10'000ms, 10'000ms}) {
        pace.claim_refused("A", now);
        CHECK(pace.next("A", now) == now + pause);
        CHECK(pace.next("A", now + pause - 1ms));
        CHECK_FALSE(pace.next("A", now + pause));
        now += pause;
    }
    CHECK_FALSE(pace.next("B", now));
    pace.claim_refused("A", now);
    pace.claim_held("A");
    CHECK_FALSE(pace.next("A", now));
    pace.claim_refused("A", now);
    CHECK(pace.next("A", now) == now + 100ms);
}

TEST_CASE("A room that other servers take again and again is claimed ever more seldom, though each claim holds",
          "[room]") {
    ClaimPace pace;
    auto now = ClaimPace::TimePoint() + 1h;
    for (auto const pause : {100ms, 1'000ms, 10'000ms, 10'000ms}) {
        pace.claim_held("A");
        pace.claim_taken("A", now);
        CHECK(pace.next("A", now) == now + pause);
        CHECK_FALSE(pace.next("A", now + pause));
        now += pause;
    }
    // The server works.
    CHECK(pace.works(now));
    CHECK_FALSE(pace.next("B", now));
    // A quiet time later it is as if it were the first time.
    now += 11s;
    pace.claim_taken("A", now);
    CHECK(pace.next("A", now) == now + 100ms);
}

TEST_CASE("Claims work until three in a row do not hold, and again when one does", "[room]") {
    ClaimPace pace;
    auto const now = ClaimPace::TimePoint() + 1h;
    for (auto const* code : {"A", "B"}) pace.claim_refused(code, now);
    CHECK(pace.works(now));
    pace.claim_held("C");
    for (auto const* code : {"A", "B"}) pace.claim_refused(code, now);
    CHECK(pace.works(now));
    pace.claim_refused("C", now);
    CHECK_FALSE(pace.works(now));
    // Nobody comes to a server that is not ready: it must try again.
    CHECK_FALSE(pace.works(now + 9s));
    CHECK(pace.works(now + 10s));
    pace.claim_refused("C", now + 10s);
    CHECK_FALSE(pace.works(now + 10s));
    pace.claim_held("D");
    CHECK(pace.works(now + 10s));
}

TEST_CASE("Claims do not work while one hangs", "[room]") {
    ClaimPace pace;
    auto const now = ClaimPace::TimePoint() + 1h;
    pace.begin("A", now);
    pace.begin("B", now + 5s);
    CHECK(pace.works(now + 9s));
    CHECK_FALSE(pace.works(now + 10s));
    pace.end("A");
    CHECK(pace.works(now + 10s));
    CHECK_FALSE(pace.works(now + 15s));
    pace.end("B");
    CHECK(pace.works(now + 15s));
}

TEST_CASE("Rooms whose claims did not hold long ago are forgotten", "[room]") {
    ClaimPace pace;
    auto now = ClaimPace::TimePoint() + 1h;
    for (auto i = 0; i < 1'000; ++i) pace.claim_refused("R" + std::to_string(i), now);
    now += 1min;
    pace.claim_refused("A", now);
    // As if it were the first time.
    pace.claim_refused("R1", now);
    CHECK(pace.next("R1", now) == now + 100ms);
}
