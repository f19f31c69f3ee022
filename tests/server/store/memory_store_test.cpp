// What a server without a journal keeps as long as it runs.

#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/server/support/sqlite_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("A store in memory has results, seats and boards, and no rooms", "[journal][sqlite]") {
    std::shared_ptr<Sql> const tables = open_memory_tables();
    auto const store = open_memory_store(tables);
    auto const count = [&](SqlSelect select) { return tables->read_one(select, {})[0][0]; };
    ResultSaved const result{
        .match = 1, .ended = 5, .game = "game", .text = "{}", .players = {{"aki", true}, {"ben", false}}};
    commit(*store, {{"A", {saved("game"), begun(1), RoomPlayers{{"aki", "ben"}, false}}, unclaimed, true},
                    {"B", {BoardBegun{5, "game", "aki", true}}}});
    commit(*store, {{"A", {result, RoomPlayers{{"ben"}, true, {"aki"}}}},
                    {"B", {BoardEnded{-3}}},
                    {"C", {BoardBegun{5, "game", "aki", true}}}});
    CHECK(count("SELECT count(*) FROM result") == "1");
    CHECK(count("SELECT sum(won) FROM played") == "1");
    CHECK(count("SELECT player || over FROM seated WHERE over < 2") == "ben1");
    CHECK(count("SELECT player || over FROM seated WHERE over = 2") == "aki2");
    CHECK(count("SELECT room || margin FROM attempt") == "B-3");
    commit(*store, {{"A", {RoomRemoved()}}});
    CHECK(count("SELECT count(*) FROM seated") == "0");
    CHECK(count("SELECT sum(won) FROM played") == "1");
    CHECK_FALSE(store->may_have("A"));
    CHECK_FALSE(store->read_room("A"));
}
