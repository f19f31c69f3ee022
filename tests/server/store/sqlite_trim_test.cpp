// What goes early when the SQLite store takes more than it may.
#include "tests/server/support/sqlite_fixture.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("A store that is too large loses its oldest finished matches, one that is on, and what is before it, stays",
          "[journal][sqlite]") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    for (int match = 1; match <= 3; ++match) {
        play(*store, "MANY", match, 0);
        commit(*store, {{"MANY", {MatchEnded{match}, saved("over", RoomStatus::finished)}}});
    }
    play(*store, "ONE", 1, 0);
    commit(*store, {{"ONE", {MatchEnded{1}, saved("over", RoomStatus::finished)}}});
    play(*store, "ON", 1, 1);
    constexpr std::uint64_t plenty = 1'000'000'000;
    auto const nothing = store->trim(plenty, 0);
    CHECK(nothing.matches == 0);
    CHECK(nothing.rooms.empty());
    auto trimmed = store->trim(0, 0);
    std::ranges::sort(trimmed.rooms);
    CHECK(trimmed.rooms == std::vector<std::string>{"MANY", "ONE"});
    CHECK(trimmed.matches == 2);
    CHECK_FALSE(trimmed.next);
    CHECK_FALSE(store->read_match("MANY", 2));
    CHECK(store->read_match("MANY", 3));
    CHECK(Recovered(*store).damaged.empty());
}

TEST_CASE("A store gets smaller in short steps that look at each match once", "[journal][sqlite]") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    constexpr int rooms = 1100;
    for (int room = 0; room < rooms; ++room)
        commit(*store,
               {{std::to_string(room), {saved("game"), begun(1), MatchEnded{1}, saved("over", RoomStatus::finished)}}});
    std::set<std::string> seen;
    int steps = 0;
    for (std::optional<std::int64_t> from = 0; from; ++steps) {
        auto const trimmed = store->trim(0, *from);
        for (auto const& room : trimmed.rooms) CHECK(seen.insert(room).second);
        from = trimmed.next;
    }
    CHECK(seen.size() == rooms);
    CHECK(steps == 2);
}
