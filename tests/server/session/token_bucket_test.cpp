#include "server/session/token_bucket.hpp"

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
