#include "tests/support/catch.hpp"

#include "server/net/outbox.hpp"

using namespace tefuda::server;
using Push = Outbox::Push;

namespace {

Frame frame(std::string text) {
    return std::make_shared<std::string const>(std::move(text));
}

std::vector<std::string> texts(std::vector<Frame> const& frames) {
    std::vector<std::string> texts;
    for (auto const& each : frames) texts.push_back(*each);
    return texts;
}

} // namespace

TEST_CASE("An outbox gives everything that is queued in one go, in order") {
    Outbox outbox({100, 10});
    std::vector<Frame> batch;
    CHECK(outbox.push(frame("one")) == Push::queued);
    CHECK(outbox.push(frame("two")) == Push::queued);
    CHECK_FALSE(outbox.empty());
    outbox.take(batch);
    CHECK(texts(batch) == std::vector<std::string>{"one", "two"});
    CHECK(outbox.empty());
    outbox.push(frame("three"));
    outbox.take(batch);
    CHECK(texts(batch) == std::vector<std::string>{"three"});
}

TEST_CASE("A frame counts until it is sent") {
    Outbox outbox({100, 10});
    std::vector<Frame> batch;
    outbox.push(frame("12345"));
    outbox.take(batch);
    CHECK(outbox.bytes() == 5);
    CHECK(outbox.frames() == 1);
    outbox.sent(batch.front());
    CHECK(outbox.bytes() == 0);
    CHECK(outbox.frames() == 0);
}

TEST_CASE("An outbox that has no room for a frame drops all and closes") {
    Outbox outbox({10, 3});
    std::vector<Frame> batch;
    SECTION("by bytes") {
        CHECK(outbox.push(frame("1234567890")) == Push::queued);
        CHECK(outbox.push(frame("1")) == Push::overflow);
    }
    SECTION("by frames") {
        for (int i = 0; i < 3; ++i) CHECK(outbox.push(frame("")) == Push::queued);
        CHECK(outbox.push(frame("")) == Push::overflow);
    }
    SECTION("counting what is being written") {
        outbox.push(frame("1234567890"));
        outbox.take(batch);
        CHECK(outbox.push(frame("1")) == Push::overflow);
        CHECK(outbox.bytes() == 10);
        outbox.sent(batch.front());
    }
    CHECK(outbox.closed());
    CHECK(outbox.empty());
    CHECK(outbox.bytes() == 0);
    CHECK(outbox.frames() == 0);
    CHECK(outbox.push(frame("1")) == Push::closed);
}

TEST_CASE("One frame alone may be larger than an outbox") {
    Outbox outbox({10, 3});
    CHECK(outbox.push(frame(std::string(11, 'x'))) == Push::queued);
    CHECK(outbox.push(frame("")) == Push::overflow);
}

TEST_CASE("A closed outbox still gives what was queued") {
    Outbox outbox({10, 3});
    std::vector<Frame> batch;
    outbox.push(frame("last"));
    outbox.close();
    CHECK(outbox.push(frame("later")) == Push::closed);
    outbox.take(batch);
    CHECK(texts(batch) == std::vector<std::string>{"last"});
}
