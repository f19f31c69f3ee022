#include "server/net/connections.hpp"
#include "tests/server/support/failing_memory.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda::server;

namespace {

struct FakeSocket final : Connection {
    void stop() override { stopped = true; }
    void drop() override { dropped = true; }
    bool stopped = false;
    bool dropped = false;
};

/// A connection with its place, if it has one.
struct Visitor {
    Visitor(Connections& all, std::string const& address, bool is_own = false)
        : entry(all.add(socket, address, is_own)) {}

    bool is_in() const { return entry && !socket->dropped; }

    std::shared_ptr<FakeSocket> socket = std::make_shared<FakeSocket>();
    std::optional<Connections::Entry> entry;
};

std::vector<Visitor> visitors(Connections& all, std::string const& address, int count) {
    std::vector<Visitor> list;
    for (int i = 0; i < count; ++i) list.emplace_back(all, address);
    return list;
}

auto count_in(std::vector<Visitor> const& list) {
    return std::count_if(list.begin(), list.end(), [](auto const& one) { return one.is_in(); });
}

} // namespace

TEST_CASE("The last places are for addresses that have no connection yet", "[net]") {
    Connections all({10, 100});
    auto const many = visitors(all, "a", 10);
    CHECK(count_in(many) == 9);
    CHECK(Visitor(all, "b").is_in());
    CHECK(count_in(many) == 9);
}

TEST_CASE("When there are no places left, the oldest idle connection of the address with most of them goes", "[net]") {
    Connections all({10, 100});
    auto const few = visitors(all, "a", 3), most = visitors(all, "b", 6);
    Visitor const last(all, "c");
    REQUIRE(last.is_in());
    Visitor const newcomer(all, "d");
    CHECK(newcomer.is_in());
    CHECK(most.front().socket->dropped);
    CHECK(count_in(most) == 5);
    CHECK(count_in(few) == 3);
    SECTION("but none goes for an address that has as many") {
        CHECK(Visitor(all, "a").is_in());
        CHECK(count_in(most) == 4);
        CHECK_FALSE(Visitor(all, "b").is_in());
        CHECK(count_in(few) == 3);
    }
}

TEST_CASE("Who takes part in a room keeps the place", "[net]") {
    Connections all({10, 100});
    auto const players = visitors(all, "a", 9);
    for (auto const& player : players) all.set_joined(*player.entry, true);
    Visitor const last(all, "b");
    REQUIRE(last.is_in());
    all.set_joined(*last.entry, true);
    // But for an address that has none.
    Visitor const refused(all, "b");
    CHECK_FALSE(refused.is_in());
    CHECK(count_in(players) == 9);
    SECTION("and the machine itself has places beyond the last") {
        Visitor const probe(all, "127.0.0.1", true);
        CHECK(probe.is_in());
        CHECK_FALSE(Visitor(all, "127.0.0.1", true).is_in());
    }
}

TEST_CASE("A place is free again when its connection has gone, dropped or not", "[net]") {
    Connections all({10, 100});
    {
        auto const many = visitors(all, "a", 9);
        std::vector<Visitor> others;
        for (auto const* address : {"b", "c", "d"}) others.emplace_back(all, address);
        CHECK(count_in(many) == 7);
    }
    CHECK(all.wait_until_none(std::chrono::milliseconds(0)));
    CHECK(count_in(visitors(all, "a", 10)) == 9);
}

TEST_CASE("An address has its own maximum", "[net]") {
    Connections all({100, 3});
    auto const list = visitors(all, "a", 4);
    CHECK(count_in(list) == 3);
    Visitor const unknown(all, "");
    CHECK_FALSE(all.count_address(*unknown.entry, "a"));
    CHECK(all.count_address(*unknown.entry, "b"));
}

TEST_CASE("A proxy on this machine does not use up the machine's own places", "[net]") {
    Connections all({20, 100});
    std::vector<Visitor> players;
    for (int i = 0; i < 24; ++i) {
        players.emplace_back(all, "", true);
        auto& player = players.back();
        if (!player.entry) continue;
        if (all.count_address(*player.entry, "player " + std::to_string(i)))
            all.set_joined(*player.entry, true);
        else
            player.entry.reset();
    }
    CHECK(count_in(players) == 20);
    Visitor const health(all, "", true);
    REQUIRE(health.entry);
    CHECK(all.count_address(*health.entry, "127.0.0.1", true));
}

TEST_CASE("A connection whose address becomes known makes no place for itself", "[net]") {
    Connections all({10, 100});
    std::vector<Visitor> unknown;
    // The last one has one of the machine's own places.
    for (int i = 0; i < 11; ++i) unknown.emplace_back(all, "", true);
    REQUIRE(count_in(unknown) == 11);
    CHECK(all.count_address(*unknown.front().entry, "a"));
    CHECK(unknown.front().is_in());
    CHECK(count_in(unknown) == 10);
}

TEST_CASE("Behind a proxy, requests of others take no place from an address that has none", "[net]") {
    Connections all({20, 100});
    auto const crowd = visitors(all, "a", 18);
    for (auto const& one : crowd) all.set_joined(*one.entry, true);
    auto const requests = visitors(all, "", 5);
    CHECK(count_in(requests) == 5);
    CHECK(count_in(crowd) == 15);
    Visitor const newcomer(all, "");
    REQUIRE(newcomer.is_in());
    CHECK(all.count_address(*newcomer.entry, "b"));
    CHECK(newcomer.is_in());
    SECTION("nor have they more places than anybody") {
        auto const more = visitors(all, "", 20);
        CHECK(count_in(crowd) >= 9);
    }
}

TEST_CASE("A network of 56 bits has twice the connections of an address, one of 48 bits four times", "[net]") {
    Connections all({1000, 10});
    auto const network = [](int number) { return "2001:db8:0:" + std::to_string(number) + "::/64"; };
    std::vector<Visitor> home, line;
    for (int i = 0; i < 99; ++i) home.emplace_back(all, network(i));
    CHECK(count_in(home) == 20);
    CHECK(Visitor(all, "2001:db8:1:0::/64").is_in());
    for (int i = 0; i < 99; ++i) line.emplace_back(all, network(100 * i));
    CHECK(count_in(line) == 20);
    CHECK(count_in(visitors(all, "2001:db8:0:ffff::/64", 5)) == 0);
}

TEST_CASE("60 networks of one line take neither the last places nor those of who has none", "[net]") {
    Connections all({100, 50});
    std::vector<Visitor> attackers;
    for (int i = 0; i < 60; ++i) attackers.emplace_back(all, "2001:db8:0:ff" + std::to_string(10 + i) + "::/64");
    auto const others = visitors(all, "b", 50);
    CHECK(count_in(attackers) + count_in(others) == 90);
    // All of them take part in a room.
    for (auto const* list : std::initializer_list<std::vector<Visitor> const*>{&attackers, &others})
        for (auto const& visitor : *list)
            if (visitor.is_in()) all.set_joined(*visitor.entry, true);
    std::vector<Visitor> newcomers;
    for (int i = 0; i < 40; ++i) newcomers.emplace_back(all, "192.0.2." + std::to_string(i));
    CHECK(count_in(newcomers) == 40);
    CHECK(count_in(attackers) + count_in(others) == 60);
    // Nobody makes place for a second connection of theirs.
    for (auto const& newcomer : newcomers) all.set_joined(*newcomer.entry, true);
    CHECK_FALSE(Visitor(all, "192.0.2.1").is_in());
}

TEST_CASE("Who has left all rooms makes place again", "[net]") {
    Connections all({10, 100});
    auto const many = visitors(all, "a", 9);
    for (auto const& visitor : many) all.set_joined(*visitor.entry, true);
    all.set_joined(*many[4].entry, false);
    Visitor const first(all, "b");
    REQUIRE(first.is_in());
    Visitor const second(all, "c");
    CHECK(second.is_in());
    CHECK(many[4].socket->dropped);
    CHECK(count_in(many) == 8);
}

TEST_CASE("Where each network has one connection, and all take part in rooms, nobody makes place", "[net]") {
    Connections all({5, 100});
    std::vector<Visitor> players;
    for (auto const* address : {"a", "b", "c", "d", "e"}) players.emplace_back(all, address);
    for (auto const& player : players) all.set_joined(*player.entry, true);
    CHECK_FALSE(Visitor(all, "f").is_in());
    CHECK(count_in(players) == 5);
}

TEST_CASE("A connection for which memory runs out counts once as long as it is there", "[net][out-of-memory]") {
    auto const address = "192.0.2.1";
    for (int n = 1, failed = 1; failed; ++n) {
        Connections all({10, 2});
        {
            Visitor visitor(all, address);
            test::fail_allocation(n);
            all.set_joined(*visitor.entry, true);
            visitor.entry.reset();
            failed = !test::is_to_fail();
            test::fail_allocation(0);
        }
        auto const others = visitors(all, address, 3);
        CHECK(count_in(others) == 2);
    }
}
