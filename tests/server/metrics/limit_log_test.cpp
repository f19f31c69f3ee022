#include "server/metrics/limit_log.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda::server;

namespace {

LimitLog::TimePoint at(int second) {
    return LimitLog::TimePoint(std::chrono::hours(1) + std::chrono::seconds(second));
}

} // namespace

TEST_CASE("A limit that an address reaches again and again is logged once a minute", "[metrics]") {
    LimitLog log;
    CHECK(log.take("messages", "a", at(0)));
    CHECK_FALSE(log.take("messages", "a", at(59)));
    CHECK(log.take("messages", "b", at(59)));
    CHECK(log.take("chat", "a", at(59)));
    CHECK(log.take("messages", "a", at(60)));
    CHECK_FALSE(log.take("messages", "a", at(61)));
}

TEST_CASE("An attack from many addresses does not fill the log", "[metrics]") {
    LimitLog log;
    int lines = 0;
    for (int i = 0; i < 5000; ++i) lines += log.take("messages", std::to_string(i), at(0)) ? 1 : 0;
    CHECK(lines == 1000);
    CHECK(log.take("messages", "late", at(120)));
}
