#include "server/session/token_bucket.hpp"

#include "server/session/address_rate.hpp"

#include "tests/support/catch.hpp"

using namespace tefuda::server;
using namespace std::chrono_literals;

TEST_CASE("A bucket gives its burst at once, then one for each time that it takes to come", "[session]") {
    TokenBucket bucket({.a_second = 2, .burst = 3});
    TokenBucket::TimePoint const start(1h);
    for (int i = 0; i < 3; ++i) CHECK(bucket.take(start));
    CHECK_FALSE(bucket.take(start));
    CHECK_FALSE(bucket.take(start + 499ms));
    CHECK(bucket.take(start + 500ms));
    CHECK_FALSE(bucket.take(start + 500ms));
}

TEST_CASE("No time counts twice, in whichever order two clocks tell it", "[session]") {
    TokenBucket bucket({.a_second = 1, .burst = 1});
    TokenBucket::TimePoint const start(1h);
    CHECK(bucket.take(start));
    CHECK(bucket.take(start + 1s));
    CHECK_FALSE(bucket.take(start));
    CHECK_FALSE(bucket.take(start + 1s));
}

TEST_CASE("The networks of an IPv6 line share twice the rate of an address, and what is refused takes nothing",
          "[session]") {
    AddressRate rate({.a_second = 1, .burst = 2});
    TokenBucket::TimePoint const start(1h);
    auto const takes = [&](std::string const& network) { return !rate.take("2001:db8:0:" + network + "::/64", start); };
    CHECK((takes("1") && takes("1")));
    for (int i = 0; i < 5; ++i) CHECK_FALSE(takes("1"));
    CHECK((takes("2") && takes("2")));
    CHECK_FALSE(takes("3"));
    CHECK((takes("101") && takes("201") && takes("301") && takes("401")));
    CHECK_FALSE(takes("501"));
    rate.give_back("2001:db8:0:1::/64");
    CHECK(takes("3"));
    CHECK_FALSE(rate.take("192.0.2.1", start));
}
