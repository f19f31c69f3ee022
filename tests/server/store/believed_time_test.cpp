// A clock that jumps deletes nothing by mistake; what is old goes all the same.
#include "server/store/sqlite/folded_rooms.hpp"
#include "tests/server/support/fake_time.hpp"
#include "tests/server/support/sqlite_fixture.hpp"

using namespace tefuda::server;
using namespace tefuda::server::test;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t one_day = 24 * 3600;

/// A room with a match that ended and one that is on, as of now.
void begin_room(Store& store, std::string const& code) {
    for (int match = 1; match <= 2; ++match) {
        play(store, code, match, 0);
        commit(store, {{code, {MatchEnded{match}}}});
    }
    REQUIRE(store.read_room(code));
}

/// Calls expire each hour, as the server does. \returns the rooms that were named
std::vector<std::string> run_for(FakeTime& time, Store& store, int hours) {
    std::vector<std::string> old;
    for (int i = 0; i < hours; ++i) {
        time.pass(1h);
        for (auto& code : store.expire(30 * one_day)) old.push_back(std::move(code));
    }
    return old;
}

} // namespace

TEST_CASE("A clock that jumps ahead is believed after a day, one that jumps back at once", "[journal]") {
    std::chrono::steady_clock::time_point now{};
    BelievedTime time(1000, now);
    CHECK(time.at(1000, now) == 1000);
    now += 1h;
    CHECK(time.at(1000 + 3600 + 100 * one_day, now) == 1000 + 3600);
    now += 23h;
    CHECK(time.at(1000 + one_day + 100 * one_day, now) == 1000 + one_day);
    now += 1h;
    CHECK(time.at(1000 + one_day + 3600 + 100 * one_day, now) == 1000 + one_day + 3600 + 100 * one_day);
    CHECK(time.at(500, now) == 500);
}

TEST_CASE("Old matches expire except a room's newest, rooms in which nothing happened are named", "[journal][sqlite]") {
    DataDirectory const directory;
    FakeTime time;
    auto const store = open_sqlite_store(directory.path);
    begin_room(*store, "OLD");
    CHECK(run_for(time, *store, 48).empty());
    begin_room(*store, "NEW");
    CHECK(run_for(time, *store, 28 * 24).empty());
    CHECK(store->read_match("OLD", 1));
    CHECK(run_for(time, *store, 1) == std::vector<std::string>{"OLD"});
    CHECK_FALSE(store->read_match("OLD", 1));
    CHECK(store->read_match("OLD", 2));
    CHECK(store->read_match("NEW", 1));
    // The check sums are as they should be.
    CHECK(Recovered(DataDirectory(directory).path).awake.size() == 2);
}

TEST_CASE("A room whose match goes on for longer than matches are kept is not old", "[journal][sqlite]") {
    DataDirectory const directory;
    FakeTime time;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 1);
    CHECK(run_for(time, *store, 29 * 24).empty());
    commit(*store, {{"A", {action(1, 0, "{}", 5)}}});
    CHECK(run_for(time, *store, 29 * 24).empty());
    CHECK(run_for(time, *store, 48).front() == "A");
}

TEST_CASE("A clock that is wrong by years for less than a day of uptime deletes nothing", "[journal][sqlite]") {
    DataDirectory const directory;
    FakeTime time;
    auto store = open_sqlite_store(directory.path);
    begin_room(*store, "A");
    CHECK(run_for(time, *store, 2).empty());
    time.put_clock_on(std::chrono::seconds(1000 * one_day));
    if (GENERATE(false, true)) {
        // Also across a start: the store knows the time at which it was used last.
        store.reset();
        store = open_sqlite_store(directory.path);
    }
    CHECK(run_for(time, *store, 20).empty());
    CHECK(store->read_match("A", 1));
    SECTION("it is put right") {
        time.put_clock_on(std::chrono::seconds(-1000 * one_day));
        CHECK(run_for(time, *store, 48).empty());
    }
    SECTION("it was right") {
        CHECK(run_for(time, *store, 6).front() == "A");
    }
}
