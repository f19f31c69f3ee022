#include "server/session/message_limits.hpp"
#include "tests/support/catch.hpp"

#include <limits>

using namespace tefuda::server;
using std::chrono::hours;
using std::chrono::milliseconds;

namespace {

constexpr auto unlimited = std::numeric_limits<double>::infinity();
DayQuota::TimePoint const morning{hours(100)};

} // namespace

TEST_CASE("An address may use its day at once, and then as fast as it comes back", "[session]") {
    DayQuota quota({24, 2, unlimited});
    for (int i = 0; i < 24; ++i) REQUIRE_FALSE(quota.take(Daily::actions, "a", 1, morning));
    auto const wait = quota.take(Daily::actions, "a", 1, morning);
    REQUIRE(wait);
    CHECK(*wait > hours(1) - milliseconds(10));
    CHECK(*wait < hours(1) + milliseconds(10));
    CHECK(quota.take(Daily::actions, "a", 1, morning + milliseconds(3'590'000)));
    CHECK_FALSE(quota.take(Daily::actions, "a", 1, morning + hours(1)));
    CHECK(quota.take(Daily::actions, "a", 1, morning + hours(1)));
    SECTION("what others do, and what else it does, has its own") {
        CHECK_FALSE(quota.take(Daily::actions, "b", 24, morning));
        CHECK_FALSE(quota.take(Daily::rooms, "a", 2, morning));
        CHECK(quota.take(Daily::rooms, "a", 1, morning));
        for (int i = 0; i < 100; ++i) CHECK_FALSE(quota.take(Daily::bytes, "a", 1e12, morning));
    }
    SECTION("a day later everything has come back, and no more") {
        CHECK_FALSE(quota.take(Daily::actions, "a", 24, morning + hours(72)));
        CHECK(quota.take(Daily::actions, "a", 1, morning + hours(72)));
    }
}

TEST_CASE("What was refused takes nothing, and what was not used is given back", "[session]") {
    DayQuota quota({10, 10, 10});
    CHECK(quota.take(Daily::bytes, "a", 11, morning));
    CHECK_FALSE(quota.take(Daily::bytes, "a", 10, morning));
    quota.give_back(Daily::bytes, "a", 4, morning);
    CHECK_FALSE(quota.take(Daily::bytes, "a", 4, morning));
    CHECK(quota.take(Daily::bytes, "a", 1, morning));
}

TEST_CASE("All networks of a line share twice the day of an address, those of a site four times", "[session]") {
    DayQuota quota({10, 10, 10});
    auto const takes = [&](std::string const& network) {
        return !quota.take(Daily::actions, "2001:db8:1:" + network + "::/64", 10, morning);
    };
    CHECK(takes("100"));
    CHECK_FALSE(takes("100"));
    CHECK(takes("101"));
    CHECK_FALSE(takes("102"));
    CHECK(takes("200"));
    CHECK(takes("300"));
    CHECK_FALSE(takes("400"));
    CHECK_FALSE(quota.take(Daily::actions, "2001:db8:2::/64", 10, morning));
    // What was refused has taken nothing anywhere, and what is given back comes back everywhere.
    quota.give_back(Daily::actions, "2001:db8:1:100::/64", 10, morning);
    CHECK(takes("1ff"));
}

TEST_CASE("Addresses that used nothing for a day are forgotten, others are not", "[session]") {
    DayQuota quota({10, 10, 10});
    CHECK_FALSE(quota.take(Daily::actions, "late", 10, morning + hours(24)));
    for (int i = 0; i < 20'000; ++i) CHECK_FALSE(quota.take(Daily::actions, std::to_string(i), 1, morning));
    for (int i = 0; i < 20'000; ++i) quota.take(Daily::actions, "new" + std::to_string(i), 1, morning + hours(25));
    CHECK(quota.take(Daily::actions, "late", 10, morning + hours(25)));
}

TEST_CASE("What has been done already is counted, and never more of it than the limit", "[session]") {
    DayQuota quota({24, 24, 24});
    quota.charge(Daily::actions, "a", 20, morning);
    CHECK_FALSE(quota.take(Daily::actions, "a", 4, morning));
    quota.charge(Daily::actions, "a", 3000, morning);
    CHECK(quota.take(Daily::actions, "a", 1, morning) == hours(1));
    CHECK(quota.take(Daily::actions, "a", 24, morning) == hours(24));
    CHECK(quota.take(Daily::actions, "a", 3000, morning) == hours(24));
    CHECK_FALSE(quota.take(Daily::actions, "a", 1, morning + hours(1)));
    CHECK_FALSE(quota.take(Daily::actions, "b", 24, morning));
}

TEST_CASE("An allowance takes chunks of the quota, at its end what is left, and gives back what it has not spent",
          "[session]") {
    DayQuota quota({10, 10, 10});
    DayAllowance allowance(quota, Daily::actions, 8);
    for (int i = 0; i < 8; ++i) CHECK_FALSE(allowance.spend("a", 1, morning));
    SECTION("the quota has no second chunk") {
        CHECK_FALSE(allowance.spend("a", 1, morning));
        CHECK_FALSE(allowance.spend("a", 1, morning));
        CHECK(allowance.spend("a", 1, morning));
    }
    SECTION("all of a chunk was spent") {
        allowance.give_back("a", morning);
        CHECK(quota.take(Daily::actions, "a", 3, morning));
        CHECK_FALSE(quota.take(Daily::actions, "a", 2, morning));
    }
    SECTION("of another chunk most comes back") {
        DayAllowance of_bytes(quota, Daily::bytes, 8);
        CHECK_FALSE(of_bytes.spend("a", 3, morning));
        CHECK(quota.take(Daily::bytes, "a", 3, morning));
        of_bytes.give_back("a", morning);
        CHECK_FALSE(quota.take(Daily::bytes, "a", 7, morning));
        CHECK(quota.take(Daily::bytes, "a", 1, morning));
    }
}
