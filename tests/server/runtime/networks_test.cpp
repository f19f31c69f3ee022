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
