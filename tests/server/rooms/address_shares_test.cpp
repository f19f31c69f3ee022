// How many rooms each address has.
#include "server/rooms/loaded_rooms.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda::server;

TEST_CASE("The rooms of each address are counted, but for nobody's", "[room]") {
    AddressShares shares;
    for (int i = 0; i < 3; ++i) shares.add("a");
    shares.add("b");
    shares.add("");
    shares.remove("a");
    shares.remove("b");
    shares.remove("");
    CHECK(shares.of("a") == 2);
    CHECK(shares.of("b") == 0);
    CHECK(shares.of("") == 0);
    CHECK(shares.of("c") == 0);
}

TEST_CASE("The networks of an IPv6 line share twice the rooms of an address", "[room]") {
    AddressShares shares;
    std::string const first = "2001:db8:0:1::/64", second = "2001:db8:0:2::/64", third = "2001:db8:0:3::/64";
    for (int i = 0; i < 10; ++i) shares.add(first);
    CHECK(shares.has_its_share(first, 10));
    CHECK_FALSE(shares.has_its_share(second, 10));
    for (int i = 0; i < 10; ++i) shares.add(second);
    CHECK(shares.has_its_share(third, 10));
    CHECK(shares.of(third) == 20);
    for (auto const& address : {first, second})
        for (int i = 0; i < 10; ++i) shares.remove(address);
    CHECK_FALSE(shares.has_its_share(third, 1));
}
