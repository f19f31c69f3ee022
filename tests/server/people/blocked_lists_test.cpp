// The lists of players who were blocked, while those who have blocked them are connected.
#include "server/people/blocked_lists.hpp"

#include "tests/support/catch.hpp"

#include <map>

using namespace tefuda::server;

TEST_CASE("all connections of a player share one list, which is read anew when the last one is gone", "[people]") {
    auto reads = 0;
    BlockedLists lists([&](std::string const&) {
        ++reads;
        return std::vector<std::string>{"rude"};
    });
    auto one = lists.of("aki");
    auto other = lists.of("aki");
    CHECK(one == other);
    CHECK(one->contains("rude"));
    one->add("worse");
    CHECK(other->contains("worse"));
    one.reset();
    CHECK(lists.of("aki") == other);
    CHECK(reads == 1);
    other.reset();
    CHECK_FALSE(lists.of("aki")->contains("worse"));
    CHECK(reads == 2);
}

TEST_CASE("lists that somebody has are read again in their turn", "[people]") {
    std::map<std::string, int> reads;
    auto stored = std::vector<std::string>{"rude"};
    BlockedLists lists([&](std::string const& id) {
        ++reads[id];
        return stored;
    });
    lists.read_again(2);
    std::vector<std::shared_ptr<SharedIds>> here;
    for (auto const* id : {"aki", "ben", "eri"}) here.push_back(lists.of(id));
    static_cast<void>(lists.of("gone"));
    stored = {"worse"};
    lists.read_again(2);
    CHECK(here[0]->contains("worse"));
    CHECK_FALSE(here[0]->contains("rude"));
    CHECK_FALSE(here[2]->contains("worse"));
    lists.read_again(3);
    CHECK((here[2]->contains("worse") && reads["aki"] == 3 && reads["ben"] == 2));
    CHECK(reads["gone"] == 1);
    lists.read_again(100);
    CHECK(reads["aki"] == 4);
}

TEST_CASE("lists of players who left go", "[people]") {
    BlockedLists lists([](std::string const&) { return std::vector<std::string>(); });
    std::vector<std::shared_ptr<SharedIds>> here;
    for (auto player = 0; player < 100'000; ++player) {
        auto const list = lists.of(std::to_string(player));
        if (player % 100 == 0) here.push_back(list);
        REQUIRE(lists.size() <= 1000 + 2 * here.size());
    }
    CHECK(lists.of("0") == here.front());
}
