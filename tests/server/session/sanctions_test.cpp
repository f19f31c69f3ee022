// Whom a sanction meets, and what a look at many costs.
#include "server/metrics/utc.hpp"
#include "server/session/sanctions.hpp"

#include <algorithm>
#include <chrono>

using namespace tefuda::server;

namespace {

Sanction ban(std::int64_t number, std::string network, std::optional<std::int64_t> until = {}) {
    return {number, SanctionKind::ban, {}, std::move(network), until, std::to_string(number), 0};
}

std::string met(Sanctions const& sanctions, std::string const& address) {
    auto const found = sanctions.find(SanctionKind::ban, {}, address);
    return found ? found->because : "";
}

} // namespace

TEST_CASE("a sanction meets its player, its address, its network, and no other", "[session]") {
    Sanctions sanctions;
    Sanction const of_player{3, SanctionKind::mute, "aki", {}, {}, "quiet", 0};
    sanctions.replace({ban(1, "192.0.2.0/24"), ban(2, "2001:db8:1:2::9"), of_player, ban(4, "::1")});
    CHECK(met(sanctions, "192.0.2.255") == "1");
    CHECK(met(sanctions, "192.0.3.0").empty());
    // All that is known of a client with IPv6.
    CHECK(met(sanctions, "2001:db8:1:2::/64") == "2");
    CHECK(met(sanctions, "2001:db8:1:3::/64").empty());
    CHECK(met(sanctions, "::/64") == "4");
    CHECK(met(sanctions, "").empty());
    CHECK_FALSE(sanctions.find(SanctionKind::ban, "aki", "192.0.3.0"));
    CHECK(sanctions.find(SanctionKind::mute, "aki", "192.0.3.0")->because == "quiet");
    CHECK_FALSE(sanctions.find(SanctionKind::mute, "ben", "192.0.2.1"));
}

TEST_CASE("of several sanctions the one counts that ends last, and none that is over", "[session]") {
    Sanctions sanctions;
    auto const now = std::time(nullptr);
    sanctions.replace({ban(1, "192.0.2.0/24", now + 100), ban(2, "192.0.2.0/24", now + 200),
                       ban(3, "192.0.2.7", now - 1), ban(4, "192.0.0.0/16", now + 50)});
    CHECK(met(sanctions, "192.0.2.7") == "2");
    CHECK(met(sanctions, "192.0.9.9") == "4");
    CHECK(sanctions.find(SanctionKind::ban, {}, "192.0.2.7")->until == iso_time(at_second(now + 200)));
    sanctions.replace({ban(1, "192.0.2.0/24", now - 1)});
    CHECK(met(sanctions, "192.0.2.7").empty());
}

TEST_CASE("a look at 50,000 sanctions is no longer than one at 50, by far", "[session]") {
    // The shortest of many looks: what else the machine does is not in it.
    auto const look_among = [](int count) {
        std::vector<Sanction> all;
        for (auto i = 50'000 - count; i < 50'000; ++i)
            all.push_back(ban(i, "10." + std::to_string(i / 256) + "." + std::to_string(i % 256) + ".0/" +
                                     std::to_string(24 + i % 2)));
        Sanctions sanctions;
        sanctions.replace(all);
        auto shortest = std::chrono::steady_clock::duration::max();
        for (auto i = 0; i < 1000; ++i) {
            auto const begun = std::chrono::steady_clock::now();
            auto const found = met(sanctions, "10.195.79.3");
            shortest = std::min(shortest, std::chrono::steady_clock::now() - begun);
            REQUIRE(found == std::to_string(195 * 256 + 79));
        }
        return shortest;
    };
    // Looking at each of them would take a thousand times as long.
    CHECK(look_among(50'000) < 50 * look_among(50));
}
