#include "server/runtime/fair_queue.hpp"
#include "tests/support/catch.hpp"

#include <new>

using tefuda::server::FairQueue;

namespace {

std::string order_of(FairQueue<std::string>& queue) {
    std::string order;
    while (auto next = queue.pop()) order += next->job + " ";
    return order;
}

} // namespace

TEST_CASE("Addresses take turns, and the jobs of one keep their order", "[runtime]") {
    FairQueue<std::string> queue;
    for (auto const* job : {"a1", "a2", "a3"}) queue.push(job, "a", true);
    queue.push("b1", "b", true);
    queue.push("b2", "b", true);
    queue.push("c1", "c", true);
    CHECK(order_of(queue) == "a1 b1 c1 a2 b2 a3 ");
    CHECK(queue.empty());
}

TEST_CASE("Jobs that somebody waits for come before all others", "[runtime]") {
    FairQueue<std::string> queue;
    queue.push("late", "a", false);
    queue.push("later", "b", false);
    queue.push("first", "a", true);
    queue.push("second", "a", true);
    CHECK(order_of(queue) == "first second late later ");
}

TEST_CASE("The time is shared with the jobs of one's own address, and with one of each other", "[runtime]") {
    FairQueue<std::string> queue;
    for (int i = 0; i < 1000; ++i) queue.push("attack", "a", true);
    queue.push("play", "b", true);
    CHECK(queue.size() == 1001);
    CHECK(queue.waiting_of("a") == 1000);
    CHECK(queue.waiting_of("c") == 0);
    auto const attack = queue.pop(), play = queue.pop();
    CHECK(queue.size() == 999);
    CHECK(queue.waiting_of("b") == 0);
    CHECK(attack->waiting == 1000);
    REQUIRE(play->job == "play");
    CHECK(play->waiting == 1);
}

TEST_CASE("All networks of one IPv6 line have one turn", "[runtime]") {
    FairQueue<std::string> queue;
    for (auto const* network : {"2001:db8:7:1::/64", "2001:db8:7:2::/64", "2001:db8:7:ff00::/64"})
        queue.push("attack", network, true);
    queue.push("play", "2001:db8:8:1::/64", true);
    CHECK(queue.waiting_of("2001:db8:7:3::/64") == 3);
    CHECK(order_of(queue) == "attack play attack attack ");
}

TEST_CASE("A job that there is no memory for leaves the queue as it was", "[runtime]") {
    struct Job {
        explicit Job(bool fails) : fails_(fails) {}
        Job(Job&& other) : fails_(other.fails_) {
            if (fails_) throw std::bad_alloc();
        }
        bool fails_;
    };
    FairQueue<Job> queue;
    CHECK_THROWS_AS(queue.push(Job(true), "a", true), std::bad_alloc);
    CHECK(queue.empty());
    CHECK_FALSE(queue.pop());
    queue.push(Job(false), "a", true);
    CHECK(queue.pop());
    CHECK_FALSE(queue.pop());
}
