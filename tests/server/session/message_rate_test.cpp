#include "server/session/message_limits.hpp"

#include "tests/support/catch.hpp"

#include <map>
#include <random>

using namespace tefuda::server;
using namespace std::chrono_literals;

namespace {

using TimePoint = MessageRate::TimePoint;

constexpr Rate rate{.a_second = 100, .burst = 300};
constexpr int most_waiting = 1200;
TimePoint const start(1h);

} // namespace

TEST_CASE("Messages that come as often as the rate allows are never refused", "[session]") {
    MessageRate messages(rate, most_waiting);
    for (int i = 0; i < 100'000; ++i) REQUIRE(messages.take(start + i * 10ms));
}

TEST_CASE("Each refused message is told another time, and has its turn then", "[session]") {
    MessageRate messages({.a_second = 10, .burst = 2}, most_waiting);
    CHECK(messages.take(start));
    CHECK(messages.take(start));
    std::vector<std::chrono::milliseconds> waits;
    for (int i = 0; i < 50; ++i) {
        REQUIRE_FALSE(messages.take(start));
        waits.push_back(messages.refuse(start).value());
    }
    for (auto const wait : waits) CHECK(messages.take(start + wait));
    CHECK(waits.back() < 5100ms);
}

TEST_CASE("A client that waits as long as it is told is never closed, however many of its messages wait", "[session]") {
    auto const together = GENERATE(1, 2, 10, 1000);
    CAPTURE(together);
    MessageRate messages(rate, most_waiting);
    std::minstd_rand random(7);
    // Each of so many senders waits for its answer, and sends its next message at once.
    std::multimap<TimePoint, int> next;
    for (int sender = 0; sender < together; ++sender) next.emplace(start, sender);
    int passed = 0;
    int sent = 0;
    while (next.begin()->first < start + 10min) {
        auto const [now, sender] = *next.begin();
        next.erase(next.begin());
        ++sent;
        if (messages.take(now)) {
            ++passed;
            next.emplace(now + 1ms, sender);
        } else {
            auto const wait = messages.refuse(now);
            REQUIRE(wait);
            // On its way, and by its timer, it comes up to a millisecond early or some late.
            next.emplace(now + *wait - 1ms + std::chrono::microseconds(random() % 4000), sender);
        }
    }
    // It has nine tenths of its rate at the least, and does not send much more often.
    CHECK(passed >= 600 * 90);
    CHECK(sent < 3 * passed);
}

TEST_CASE("A client that sends more than twice its rate without waiting is closed", "[session]") {
    auto const [a_second, at_most] =
        GENERATE(table<int, std::chrono::seconds>({{100'000, 1s}, {1000, 3s}, {250, 60s}}));
    CAPTURE(a_second);
    MessageRate messages(rate, most_waiting);
    for (auto now = start; now < start + at_most; now += std::chrono::nanoseconds(1'000'000'000 / a_second))
        if (!messages.take(now) && !messages.refuse(now)) return;
    FAIL("it was not closed");
}
