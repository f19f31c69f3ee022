// Who has begun and finished which board of the day, as the SQLite store has it.
#include "tests/server/support/sqlite_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// All attempts, in the order of their keys.
std::string attempts(std::filesystem::path const& directory) {
    SQLite::Database const db(directory / "rooms.sqlite");
    SQLite::Statement rows(db, "SELECT day, game, player, room, human, coalesce(margin, 'none') FROM attempt");
    std::string text;
    while (rows.executeStep()) {
        for (auto column = 0; column < rows.getColumnCount(); ++column)
            text += rows.getColumn(column).getString() + (column < 5 ? " " : "\n");
    }
    return text;
}

Transaction begins(std::string const& room, int day, std::string const& player, bool is_human = true) {
    return {room, {saved("game"), BoardBegun{day, "game", player, is_human}}, unclaimed, true};
}

} // namespace

TEST_CASE("A board is begun in the commit that makes its room, and ended in the one that ends its match",
          "[journal][sqlite][daily]") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    commit(*store, {begins("A", 5, "me"), begins("B", 5, "robot", false)});
    commit(*store, {{"A", {begun(1)}}});
    {
        // Like a server that is killed.
        DataDirectory const killed(directory);
        open_sqlite_store(killed.path);
        CHECK(attempts(killed.path) == "5 game me A 1 none\n5 game robot B 0 none\n");
    }
    commit(*store, {{"A", {BoardEnded{-12}, MatchEnded{1}}}});
    store->fold_rooms();
    CHECK(attempts(directory.path) == "5 game me A 1 -12\n5 game robot B 0 none\n");
}

TEST_CASE("Results, and who has begun and finished a board, are read without a fold of matches",
          "[journal][sqlite][daily]") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    auto const folded = [&] {
        SQLite::Database db(directory.path / "rooms.sqlite");
        return db.execAndGet("SELECT folded FROM journal").getInt();
    };
    commit(*store, {begins("A", 5, "me"), {"B", {saved("game")}, unclaimed, true}});
    auto const before = folded();
    auto const won_by_me = [&] {
        SQLite::Database db(directory.path / "rooms.sqlite");
        return db.execAndGet("SELECT count(*) FROM played JOIN result USING (room, match) WHERE player = 'me'")
            .getInt();
    };
    store->fold_rooms();
    CHECK(attempts(directory.path) == "5 game me A 1 none\n");
    commit(*store, {{"A", {BoardEnded{7}, ResultSaved{1, 3, "game", "{}", {{"me", true}}}}}, begins("C", 5, "you")});
    commit(*store, {begins("D", 5, "she")});
    store->fold_rooms();
    auto const all = "5 game me A 1 7\n5 game she D 1 none\n5 game you C 1 none\n";
    CHECK(attempts(directory.path) == all);
    CHECK(won_by_me() == 1);
    CHECK(folded() == before);
    CHECK(store->read_room("A"));
    CHECK(won_by_me() == 1);
    CHECK(folded() > before);
    CHECK(attempts(directory.path) == all);
    commit(*store, {{"C", {BoardEnded{-1}}}});
    store->fold_rooms();
    CHECK(attempts(directory.path) == "5 game me A 1 7\n5 game she D 1 none\n5 game you C 1 -1\n");
}

TEST_CASE("A player keeps the room in which it has begun a board first, also when the room is gone",
          "[journal][sqlite][daily]") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    commit(*store, {begins("A", 5, "me")});
    // As whoever makes a room for a board does, to see whether there is one.
    store->fold_rooms();
    commit(*store, {begins("B", 5, "me"), begins("C", 6, "me")});
    commit(*store, {{"A", {RoomRemoved()}}});
    store->fold_rooms();
    CHECK(attempts(directory.path) == "5 game me A 1 none\n6 game me C 1 none\n");
}
