// The lists of players who were blocked, while those who have blocked them are connected.
#include "server/people/blocked_lists.hpp"

#include "tests/support/catch.hpp"

using namespace tefuda::server;

TEST_CASE("all connections of a player share one list, which is read anew when the last one is gone", "[session]") {
    auto reads = 0;
    BlockedLists lists([&](std::string const&) {
        ++reads;
        return std::vector<std::string>{"rude"};
    });
    auto one = lists.of("aki");
    auto other = lists.of("aki");
    CHECK(one == other);
    CHECK(one->has("rude"));
    one->set("worse", true);
    CHECK(other->has("worse"));
    one.reset();
    CHECK(lists.of("aki") == other);
    CHECK(reads == 1);
    other.reset();
    CHECK_FALSE(lists.of("aki")->has("worse"));
    CHECK(reads == 2);
}

TEST_CASE("lists of players who left go", "[session]") {
    BlockedLists lists([](std::string const&) { return std::vector<std::string>(); });
    std::vector<std::shared_ptr<SharedIds>> here;
    for (auto player = 0; player < 100'000; ++player) {
        auto const list = lists.of(std::to_string(player));
        if (player % 100 == 0) here.push_back(list);
        REQUIRE(lists.size() <= 1000 + 2 * here.size());
    }
    CHECK(lists.of("0") == here.front());
}
