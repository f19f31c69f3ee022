#include "tests/support/catch.hpp"

#include "server/net/outbox.hpp"

using tefuda::server::WriteQueue;

namespace {

bool push(WriteQueue& queue, std::string_view text) {
    if (!queue.reserve(text.size())) return false;
    queue.gathered() += text;
    return true;
}

} // namespace

TEST_CASE("A write queue sends what was gathered, in order, one send at a time", "[net][websocket]") {
    WriteQueue queue(100);
    CHECK(queue.empty());
    push(queue, "one ");
    push(queue, "two");
    CHECK(queue.begin_send() == "one two");
    push(queue, "three");
    CHECK(queue.begin_send().empty());
    CHECK_FALSE(queue.empty());
    queue.end_send();
    CHECK(queue.begin_send() == "three");
    queue.end_send();
    CHECK(queue.empty());
    CHECK(queue.begin_send().empty());
}

TEST_CASE("A write queue refuses what is longer than its capacity together with what waits", "[net][websocket]") {
    WriteQueue queue(10);
    CHECK(push(queue, "1234"));
    CHECK(queue.begin_send() == "1234");
    CHECK(push(queue, "567890"));
    CHECK_FALSE(push(queue, "1"));
    queue.end_send();
    CHECK(push(queue, "1234"));
    CHECK(queue.begin_send() == "5678901234");
}

TEST_CASE("One message alone may be longer than a write queue's capacity", "[net][websocket]") {
    WriteQueue queue(10);
    CHECK(push(queue, std::string(11, 'x')));
    CHECK_FALSE(push(queue, "1"));
    queue.begin_send();
    CHECK_FALSE(push(queue, "1"));
    queue.end_send();
    CHECK(push(queue, "1"));
}

TEST_CASE("A write queue that is empty owns no memory", "[net][websocket]") {
    WriteQueue queue(100'000);
    push(queue, std::string(50'000, 'x'));
    queue.begin_send();
    queue.end_send();
    CHECK(queue.gathered().capacity() < 100);
    // This swaps the two buffers.
    queue.begin_send();
    CHECK(queue.gathered().capacity() < 100);
    push(queue, std::string(50'000, 'x'));
    queue.clear_gathered();
    CHECK(queue.empty());
    CHECK(queue.gathered().capacity() < 100);
}
