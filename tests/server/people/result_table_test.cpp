// Results and seats, as they are read beside rooms that are being played.
#include "server/people/result_table.hpp"

#include "protocol/codec/encode.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "server/store/sqlite/sqlite_store.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

struct Folder {
    DataDirectory directory;
    std::unique_ptr<Store> store = open_sqlite_store(directory.path);
    std::unique_ptr<Sql> tables = open_sqlite_results(directory.path, [this] { store->fold_rooms(); });
    OpenBoards open;
    ResultTable results{*tables, open};

    void commit(std::vector<Change> changes) { store->commit(std::vector{Transaction{"A", std::move(changes)}}); }
    void begin(int match) { commit({saved(RoomStatus::playing), MatchBegun{match, {.options = {"{}"}}}}); }
    void end(int match) {
        SavedResult const result{"A", match, "game", {"{}"}, "2027-03-01T00:00:00Z", "cards", {}};
        commit({saved(RoomStatus::finished), MatchEnded{match},
                ResultSaved{match, match, "game", codec::to_json(result), {{"aki", true}}}});
    }
    static RoomSaved saved(RoomStatus status) { return {{.game = "game", .options = {"{}"}, .status = status}}; }

    /// The numbers of the matches with a result, the newest first: with `+` where there is a replay.
    std::string found() {
        std::string text;
        auto const page = results.results("aki", {});
        for (auto const& result : page->results) text += std::to_string(result.match) + (result.replay ? "+ " : " ");
        return text;
    }
    /// How many matches of rooms the file has.
    std::string matches_folded() { return tables->read_one("SELECT count(*) FROM match", {})[0][0]; }
};

} // namespace

TEST_CASE("A result has a replay as long as its match is kept, also before the match's own row is there",
          "[people][results]") {
    Folder f;
    f.commit({Folder::saved(RoomStatus::waiting)});
    f.begin(1);
    CHECK(f.found().empty());
    f.end(1);
    CHECK(f.found() == "1+ ");
    f.begin(2);
    f.end(2);
    CHECK(f.found() == "2+ 1+ ");
    CHECK(f.matches_folded() == "0");
    REQUIRE(f.store->read_match("A", 1));
    CHECK(f.matches_folded() == "2");
    f.begin(3);
    f.end(3);
    CHECK(f.found() == "3+ 2+ 1+ ");
    // Older than a moment to come: all but the newest.
    f.store->expire(-10);
    CHECK(f.found() == "3+ 2 1 ");
    f.commit({RoomRemoved()});
    CHECK(f.found() == "3 2 1 ");
}

TEST_CASE("Who has a seat in which room is told from the commit on that says so, and moves no match",
          "[people][results]") {
    Folder f;
    auto const running = [&] {
        std::string text;
        for (auto const& [code, state] : f.results.running_rooms("aki"))
            text += code + (state.find("\"playing\"") != std::string::npos ? " plays" : " waits");
        return text;
    };
    f.commit({Folder::saved(RoomStatus::waiting), RoomPlayers{{"aki", "ben"}, false}});
    CHECK(running() == "A waits");
    f.begin(1);
    f.commit({ActionTaken{.match = 1, .seat = Seat(0), .action = "{}", .number = 1, .by_bot = false}});
    CHECK(running() == "A plays");
    CHECK(f.matches_folded() == "0");
    f.commit({RoomPlayers{{"aki", "ben"}, true}});
    CHECK(running().empty());
    CHECK(f.results.seats("aki", {}) == std::vector<std::string>{"A"});
    f.commit({RoomPlayers{{"ben"}, true}});
    CHECK(f.results.seats("aki", {}).empty());
    // What was folded of the room before is not there twice.
    auto const room = f.store->read_room("A");
    REQUIRE(room);
    REQUIRE(room->last_match);
    CHECK(room->last_match->actions.size() == 1);
    CHECK(f.matches_folded() == "1");
}

TEST_CASE("What is read of rooms is not moved once more where a server is killed", "[people][results]") {
    Folder f;
    f.commit({Folder::saved(RoomStatus::waiting), RoomPlayers{{"aki"}, false}});
    f.begin(1);
    f.end(1);
    REQUIRE(f.found() == "1+ ");
    DataDirectory const killed(f.directory);
    auto const store = open_sqlite_store(killed.path);
    auto const recovered = store->recover([](ClaimedRoom const&) {});
    CHECK(recovered.finished == std::vector<std::string>{"A"});
    CHECK(recovered.damaged.empty());
    auto const room = store->read_room("A");
    REQUIRE(room);
    CHECK(room->last_match->number == 1);
}
