// How many rooms each address has.
#include "server/room/address_shares.hpp"
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
