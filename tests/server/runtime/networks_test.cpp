#include "server/runtime/networks.hpp"
#include "tests/support/catch.hpp"

#include <vector>

using namespace tefuda::server;

namespace {

std::vector<std::string> names_of(std::string const& address) {
    std::vector<std::string> names;
    for (auto const& network : networks_of(address))
        names.push_back(network.name + " " + std::to_string(network.share));
    return names;
}

} // namespace

TEST_CASE("An IPv6 address counts in its networks of 64, 56 and 48 bits", "[runtime]") {
    CHECK(names_of("2001:db8:1:2345::/64") ==
          std::vector<std::string>{"2001:db8:1:2345::/64 1", "2001:db8:1:2300::/56 2", "2001:db8:1::/48 4"});
    CHECK(widest_network_of("2001:db8:1:2345::/64") == "2001:db8:1::/48");
    CHECK(networks_of("::/64").size() == 3);
}

TEST_CASE("Every other address is its only network", "[runtime]") {
    for (auto const* address : {"192.0.2.1", "", "x/64", "2001:db8::1"}) {
        CHECK(names_of(address) == std::vector<std::string>{std::string(address) + " 1"});
        CHECK(widest_network_of(address) == address);
    }
}

TEST_CASE("What each address has is counted, but for nobody's", "[networks]") {
    NetworkCounts counts;
    for (int i = 0; i < 3; ++i) counts.add("a");
    counts.add("b");
    counts.add("");
    counts.remove("a");
    counts.remove("b");
    counts.remove("");
    CHECK(counts.of("a") == 2);
    CHECK(counts.of("b") == 0);
    CHECK(counts.of("") == 0);
    CHECK(counts.of("c") == 0);
}

TEST_CASE("The networks of an IPv6 line share twice what an address may have", "[networks]") {
    NetworkCounts counts;
    std::string const first = "2001:db8:0:1::/64", second = "2001:db8:0:2::/64", third = "2001:db8:0:3::/64";
    for (int i = 0; i < 10; ++i) counts.add(first);
    CHECK(counts.has_its_share(first, 10));
    CHECK_FALSE(counts.has_its_share(second, 10));
    for (int i = 0; i < 10; ++i) counts.add(second);
    CHECK(counts.has_its_share(third, 10));
    CHECK(counts.of(third) == 20);
    for (auto const& address : {first, second})
        for (int i = 0; i < 10; ++i) counts.remove(address);
    CHECK_FALSE(counts.has_its_share(third, 1));
}
