#include "server/room/address_shares.hpp"
#include "tests/support/catch.hpp"

using tefuda::server::AddressShares;

TEST_CASE("An address has so many rooms and no more, until it gives one back", "[room]") {
    AddressShares shares(2);
    CHECK(shares.take("a"));
    CHECK(shares.take("a"));
    CHECK_FALSE(shares.take("a"));
    CHECK(shares.take("b"));
    shares.give_back("a");
    CHECK(shares.of("a") == 1);
    CHECK(shares.take("a"));
    CHECK_FALSE(shares.take("a"));
}

TEST_CASE("Rooms of nobody are not counted", "[room]") {
    AddressShares shares(1);
    for (int i = 0; i < 10; ++i) CHECK(shares.take(""));
    shares.give_back("");
    CHECK(shares.of("") == 0);
}
