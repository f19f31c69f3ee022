#include "tests/support/catch.hpp"

#include "server/net/outbox.hpp"

using namespace tefuda::server;
using Push = Outbox::Push;

namespace {

/// Takes frames until there are so many.
std::vector<std::string> take(Outbox& outbox, std::size_t at_most = 100) {
    std::vector<std::string> taken;
    outbox.drain([&](std::string_view each) {
        if (taken.size() == at_most) return false;
        taken.emplace_back(each);
        return true;
    });
    return taken;
}

} // namespace

TEST_CASE("An outbox gives what is queued, in order, for as long as it is taken") {
    Outbox outbox({100, 10});
    for (auto const* text : {"one", "two", "three"}) CHECK(outbox.push(text) == Push::queued);
    CHECK(take(outbox, 2) == std::vector<std::string>{"one", "two"});
    CHECK_FALSE(outbox.empty());
    CHECK(outbox.frames() == 1);
    CHECK(outbox.bytes() == 5);
    outbox.push("four");
    CHECK(take(outbox) == std::vector<std::string>{"three", "four"});
    CHECK(outbox.empty());
    CHECK(outbox.bytes() == 0);
}

TEST_CASE("An outbox that has no room for a frame drops all and closes") {
    Outbox outbox({10, 3});
    SECTION("by bytes") {
        CHECK(outbox.push("1234567890") == Push::queued);
        CHECK(outbox.push("1") == Push::overflow);
    }
    SECTION("by frames") {
        for (int i = 0; i < 3; ++i) CHECK(outbox.push("") == Push::queued);
        CHECK(outbox.push("") == Push::overflow);
    }
    CHECK(outbox.closed());
    CHECK(outbox.empty());
    CHECK(outbox.bytes() == 0);
    CHECK(outbox.push("1") == Push::closed);
}

TEST_CASE("One frame alone may be larger than an outbox") {
    Outbox outbox({10, 3});
    CHECK(outbox.push(std::string(11, 'x')) == Push::queued);
    CHECK(outbox.push("") == Push::overflow);
}

TEST_CASE("A closed outbox still gives what was queued") {
    Outbox outbox({10, 3});
    outbox.push("last");
    outbox.close();
    CHECK(outbox.push("later") == Push::closed);
    CHECK(take(outbox) == std::vector<std::string>{"last"});
}
