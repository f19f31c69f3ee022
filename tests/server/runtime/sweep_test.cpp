#include "tests/support/catch.hpp"

#include "server/runtime/sweep.hpp"

#include <unordered_map>

using tefuda::server::Sweep;

TEST_CASE("A map is looked through so seldom that each insertion costs a constant time on average", "[sweep]") {
    constexpr int entries = 100'000;
    Sweep sweep(1000);
    std::unordered_map<int, bool> map;
    auto looks = 0;
    auto const add = [&](int entry, bool is_old) {
        sweep.before_insertion(map, [&](auto const& each) { return ++looks, each.second; });
        map.emplace(entry, is_old);
    };
    SECTION("where all is in use") {
        for (int i = 0; i < entries; ++i) add(i, false);
        CHECK(map.size() == entries);
        CHECK(looks < 2 * entries);
    }
    SECTION("where nothing is, and it stays small") {
        for (int i = 0; i < entries; ++i) {
            add(i, true);
            REQUIRE(map.size() <= 1000);
        }
        CHECK(looks <= entries);
    }
    SECTION("and what was in use goes later") {
        for (int i = 0; i < entries; ++i) add(i, false);
        for (auto& each : map) each.second = true;
        for (int i = 0; i < 2 * entries; ++i) add(entries + i, true);
        CHECK(map.size() <= 2 * entries);
        CHECK(looks < 5 * entries);
    }
}
