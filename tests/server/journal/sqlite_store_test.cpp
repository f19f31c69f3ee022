// The journal's files: what is stored is there again, all of a commit or none of it, and a file that is not as it
// should be is refused with a sentence.
#include "server/journal/sqlite_store.hpp"
#include "server/journal/unit_bytes.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/server/support/full_disk.hpp"
#include "tests/server/support/kept_log.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <fstream>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

ActionTaken action(int match, int seat, std::string_view text, std::int64_t ms = 0, std::string_view banks = "") {
    return {match, Seat(seat), text, ms, banks};
}

/// What `recover` gives: the rooms that are awake, in the order of their codes, and the finished ones.
struct Recovered {
    explicit Recovered(Store& store) {
        finished = store.recover([this](StoredRoom const& room) { awake.push_back(room); });
        std::sort(awake.begin(), awake.end(), [](auto const& a, auto const& b) { return a.code < b.code; });
    }
    std::vector<StoredRoom> awake;
    std::vector<std::string> finished;
};

std::string actions_in(StoredMatch const& match) {
    std::string text;
    for (auto const& taken : match.actions)
        text += std::to_string(taken.seat.number()) + taken.action + "@" + std::to_string(taken.ms) + " ";
    return text;
}

using Units = std::vector<std::pair<std::string, Changes>>;

void commit(Store& store, Units const& units) {
    std::string bytes;
    for (auto const& [room, changes] : units) append_unit(bytes, room, changes);
    store.commit(bytes);
}

/// Begins a match and takes so many actions, each in a commit of its own.
void play(Store& store, std::string const& room, int match, int actions) {
    commit(store, {{room, {RoomSaved{"state"}, MatchBegun{match, "setup"}}}});
    for (int i = 0; i < actions; ++i)
        commit(store, {{room, {action(match, i % 2, "{\"n\":" + std::to_string(i) + "}", i, "b")}}});
}

/// Changes the file behind the store's back, as another program would.
void change(DataDirectory const& directory, std::string const& sql) {
    SQLite::Database db(directory.journal().string(), SQLite::OPEN_READWRITE);
    db.exec(sql);
}

std::string refusal(std::filesystem::path const& directory) {
    try {
        open_sqlite_store(directory);
    } catch (StoreFailure const& failure) {
        return failure.what();
    }
    return "none";
}

} // namespace

TEST_CASE("What was committed is there when the directory is opened again, also after a kill") {
    DataDirectory const directory;
    auto store = open_sqlite_store(directory.path);
    CHECK(Recovered(*store).awake.empty());
    play(*store, "A", 1, 3);
    commit(*store, {{"B", {RoomSaved{"waits"}}}, {"C", {RoomSaved{"over", true}}}, {"D", {RoomSaved{"d"}}}});
    commit(*store, {{"D", {RoomRemoved()}}});
    DataDirectory const killed(directory);
    store.reset();

    store = open_sqlite_store(GENERATE(true, false) ? killed.path : directory.path);
    Recovered const found(*store);
    REQUIRE(found.awake.size() == 2);
    CHECK(found.awake[0].state == "state");
    REQUIRE(found.awake[0].last_match);
    CHECK(found.awake[0].last_match->setup == "setup");
    CHECK(found.awake[0].last_match->banks == "b");
    CHECK(actions_in(*found.awake[0].last_match) == R"(0{"n":0}@0 1{"n":1}@1 0{"n":2}@2 )");
    CHECK(found.awake[1].state == "waits");
    CHECK_FALSE(found.awake[1].last_match);
    CHECK(found.finished == std::vector<std::string>{"C"});
}

TEST_CASE("What was taken into the database before a kill is not there twice") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 2);
    // Whoever reads must see it.
    REQUIRE(store->read_room("A")->last_match->actions.size() == 2);
    DataDirectory const killed_at_once(directory);
    CHECK(Recovered(*open_sqlite_store(killed_at_once.path)).awake.at(0).last_match->actions.size() == 2);
    commit(*store, {{"A", {action(1, 0, "{}")}}});
    DataDirectory const killed_later(directory);
    CHECK(Recovered(*open_sqlite_store(killed_later.path)).awake.at(0).last_match->actions.size() == 3);
}

TEST_CASE("A match goes on over many starts, no action lost or doubled") {
    DataDirectory const directory;
    for (int start = 0; start < 4; ++start) {
        auto const store = open_sqlite_store(directory.path);
        Recovered const found(*store);
        if (start == 0)
            play(*store, "A", 1, 0);
        else
            CHECK(found.awake.at(0).last_match->actions.size() == static_cast<std::size_t>(2 * start));
        for (int i = 2 * start; i < 2 * start + 2; ++i) commit(*store, {{"A", {action(1, 0, "{}", i)}}});
    }
    auto const store = open_sqlite_store(directory.path);
    CHECK(Recovered(*store).awake.at(0).last_match->actions.size() == 8);
}

TEST_CASE("A match that can't be read does not keep the other rooms from coming back") {
    DataDirectory const directory;
    {
        auto const store = open_sqlite_store(directory.path);
        for (auto const* room : {"A", "B"}) play(*store, room, 1, 2);
    }
    change(directory, "UPDATE match SET actions = '{' WHERE room = 'A'");
    auto const store = open_sqlite_store(directory.path);
    Recovered const found(*store);
    REQUIRE(found.awake.size() == 2);
    CHECK_FALSE(found.awake[0].last_match);
    REQUIRE(found.awake[1].last_match);
    CHECK(found.awake[1].last_match->actions.size() == 2);
}

TEST_CASE("What contradicts itself does not keep the other rooms out of the database") {
    KeptLog const log(LogFormat::text);
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 1);
    // A match of no room, and one that is begun twice.
    commit(*store, {{"NONE", {MatchBegun{1, "setup"}}}});
    REQUIRE(store->read_room("A"));
    commit(*store, {{"A", {MatchBegun{1, "again"}}}, {"B", {RoomSaved{"b"}}}});
    CHECK(store->read_room("B"));
    CHECK_FALSE(store->read_room("NONE"));
    CHECK(store->read_room("A")->last_match->setup == "setup");
    CHECK(log.text().find("can't take in all of room NONE") != std::string::npos);
}

TEST_CASE("A commit that does not fit on the disk stores nothing of any unit, and a later one works") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 1);
    Units const units{{"B", {RoomSaved{"b"}}}, {"C", {RoomSaved{std::string(1'000'000, 'c')}}}};
    {
        FullDisk const full(directory.log());
        CHECK_THROWS_AS(commit(*store, units), StoreFailure);
        CHECK(Recovered(*open_sqlite_store(DataDirectory(directory).path)).awake.size() == 1);
        // What is small finds its place.
        commit(*store, {{"A", {action(1, 1, "{}")}}});
    }
    CHECK_FALSE(store->read_room("B"));
    commit(*store, units);
    DataDirectory const killed(directory);
    Recovered const found(*open_sqlite_store(killed.path));
    REQUIRE(found.awake.size() == 3);
    CHECK(found.awake[0].last_match->actions.size() == 2);
    CHECK(found.awake[2].state.size() == 1'000'000);
}

TEST_CASE("A match that has ended can be read by its number, one that is on can't") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 2);
    CHECK_FALSE(store->read_match("A", 1));
    commit(*store, {{"A", {MatchEnded{1}}}});
    play(*store, "A", 2, 1);
    REQUIRE(store->read_match("A", 1));
    CHECK(actions_in(*store->read_match("A", 1)) == R"(0{"n":0}@0 1{"n":1}@1 )");
    CHECK_FALSE(store->read_match("A", 2));
    CHECK_FALSE(store->read_match("B", 1));
    CHECK(store->read_room("A")->last_match->number == 2);
}

TEST_CASE("A room that is removed takes its matches with it") {
    DataDirectory const directory;
    {
        auto const store = open_sqlite_store(directory.path);
        play(*store, "A", 1, 2);
        commit(*store, {{"A", {RoomRemoved()}}});
    }
    auto const store = open_sqlite_store(directory.path);
    CHECK(Recovered(*store).awake.empty());
    // Another room may have its code; nothing of the old one is in it.
    play(*store, "A", 1, 0);
    CHECK(store->read_room("A")->last_match->actions.empty());
}

TEST_CASE("A log that is full goes into the database and begins again; no action is lost") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 0);
    auto const large = "{\"n\":\"" + std::string(400'000, 'x') + "\"}";
    for (int i = 0; i < 100; ++i) commit(*store, {{"A", {action(1, 0, large)}}});
    CHECK(std::filesystem::file_size(directory.log()) < 34'000'000);
    // Whoever reads waits for what is being taken in.
    REQUIRE_FALSE(store->read_room("B"));
    DataDirectory const killed(directory);
    CHECK(Recovered(*open_sqlite_store(killed.path)).awake.at(0).last_match->actions.size() == 100);
}

TEST_CASE("While the database can't take in a full log the other one goes on, until that is full too") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 0);
    SQLite::Database in_the_way(directory.journal().string(), SQLite::OPEN_READWRITE);
    in_the_way.exec("BEGIN IMMEDIATE");
    auto const large = "{\"n\":\"" + std::string(400'000, 'x') + "\"}";
    for (int i = 0; i < 100; ++i) commit(*store, {{"A", {action(1, 0, large, i)}}});

    SECTION("killed then, both logs are read") {
        DataDirectory const killed(directory);
        CHECK(Recovered(*open_sqlite_store(killed.path)).awake.at(0).last_match->actions.size() == 100);
        CHECK(Recovered(*open_sqlite_store(killed.path)).awake.at(0).last_match->actions.size() == 100);
    }
    SECTION("where the first log has lost something, the second counts no more") {
        DataDirectory const cut(directory);
        std::filesystem::resize_file(cut.log(), 4'000'000);
        auto const actions = Recovered(*open_sqlite_store(cut.path)).awake.at(0).last_match->actions;
        CHECK(actions.size() > 5);
        CHECK(actions.size() < 10);
        CHECK(actions.last_ms() == static_cast<std::int64_t>(actions.size()) - 1);
    }
    SECTION("when it can, nothing is lost") {
        auto accepted = 100;
        auto const go_on = [&] {
            for (; accepted < 200; ++accepted) commit(*store, {{"A", {action(1, 0, large, accepted)}}});
        };
        CHECK_THROWS_AS(go_on(), StoreFailure);
        CHECK(accepted > 150);
        in_the_way.exec("ROLLBACK");
        go_on();
        auto const match = store->read_room("A")->last_match;
        REQUIRE(match->actions.size() == 200);
        std::int64_t ms = 0;
        for (auto const& taken : match->actions) CHECK(taken.ms == ms++);
    }
}

TEST_CASE("What ended long ago is forgotten, but for a room's newest match; rooms in which nothing happened are told") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    for (auto const* room : {"OLD", "NEW"})
        for (int match = 1; match <= 3; ++match) {
            play(*store, room, match, 0);
            commit(*store, {{room, {MatchEnded{match}}}});
        }
    CHECK(store->expire(1).empty());
    constexpr int day = 24 * 3600;
    change(directory, "UPDATE match SET ended = unixepoch() - 31 * 86400 WHERE room = 'OLD' OR number = 1;"
                      "UPDATE match SET ended = unixepoch() - 29 * 86400 WHERE room = 'NEW' AND number = 2;"
                      "UPDATE room SET touched = unixepoch() - 31 * 86400 WHERE code = 'OLD';"
                      "UPDATE room SET touched = unixepoch() - 29 * 86400 WHERE code = 'NEW'");
    CHECK(store->expire(30 * day) == std::vector<std::string>{"OLD"});
    CHECK_FALSE(store->read_match("OLD", 1));
    CHECK_FALSE(store->read_match("OLD", 2));
    CHECK(store->read_match("OLD", 3));
    CHECK_FALSE(store->read_match("NEW", 1));
    CHECK(store->read_match("NEW", 2));
    CHECK(store->read_match("NEW", 3));
}

TEST_CASE("A match that goes on for longer than what is over is kept is not old") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 1);
    REQUIRE(store->read_room("A"));
    change(directory, "UPDATE room SET touched = unixepoch() - 31 * 86400");
    commit(*store, {{"A", {action(1, 0, "{}")}}});
    CHECK(store->expire(30 * 24 * 3600).empty());
}

TEST_CASE("The file has its version, and nobody else may read it") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    SQLite::Database db(directory.journal().string(), SQLite::OPEN_READONLY);
    CHECK(db.execAndGet("PRAGMA user_version").getInt() == journal_schema);
    using std::filesystem::perms;
    auto const others = perms::group_all | perms::others_all;
    play(*store, "A", 1, 1);
    for (auto const& file : std::filesystem::directory_iterator(directory.path)) {
        INFO(file.path());
        CHECK((file.status().permissions() & others) == perms::none);
    }
}

TEST_CASE("A file that can't be used is refused with a sentence that says what to do, and stays as it is") {
    constexpr auto page = 16384;
    DataDirectory const directory;
    {
        auto const store = open_sqlite_store(directory.path);
        Units rooms;
        for (int i = 0; i < 400; ++i) rooms.push_back({"ROOM" + std::to_string(i), {RoomSaved{std::string(200, 'x')}}});
        commit(*store, rooms);
    }
    std::string what;
    SECTION("of a newer server") {
        change(directory, "PRAGMA user_version = 6");
        what = "was written by a newer server (schema 6, this one knows 5): start that one, or choose another --data.";
    }
    SECTION("of an older server") {
        change(directory, "PRAGMA user_version = 4");
        what = "was written by an older server (schema 4, this one knows 5): start that one, or choose another --data.";
    }
    SECTION("of another program") {
        change(directory, "PRAGMA application_id = 7");
        what = "is no journal of this server: move it away, or choose another --data.";
    }
    SECTION("of another program, empty") {
        change(directory, "DROP TABLE room; DROP TABLE match; DROP TABLE log_place; PRAGMA user_version = 5;"
                          "PRAGMA application_id = 7");
        what = "is no journal of this server: move it away, or choose another --data.";
    }
    SECTION("no database at all") {
        std::ofstream(directory.journal()) << "Dear diary, today I was dealt four jacks. I did not let it show.";
        what = "back in its place, or move the file away to begin anew.";
    }
    SECTION("damaged in its middle") {
        std::fstream file(directory.journal(), std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(2 * page);
        file << std::string(page, '\x55');
        what = "back in its place, or move the file away to begin anew.";
    }
    SECTION("cut off") {
        std::filesystem::resize_file(directory.journal(), 3 * page);
        what = "back in its place, or move the file away to begin anew.";
    }
    auto const size = std::filesystem::file_size(directory.journal());
    auto const said = refusal(directory.path);
    INFO(said);
    CHECK(said.find(directory.journal().string()) != std::string::npos);
    CHECK(said.find(what) != std::string::npos);
    CHECK(std::filesystem::file_size(directory.journal()) == size);
}

TEST_CASE("A directory is one server's at a time") {
    DataDirectory const directory;
    auto first = open_sqlite_store(directory.path);
    CHECK(refusal(directory.path) ==
          "Another server uses " + directory.path.string() + ": stop it, or choose another --data.");
    play(*first, "A", 1, 1);
    first.reset();
    CHECK(refusal(directory.path) == "none");
}

TEST_CASE("A directory that can't be written to is refused") {
    DataDirectory const directory;
    std::ofstream(directory.path / "file") << "x";
    auto const said = refusal(directory.path / "file");
    CHECK(said.find("Can't write to " + (directory.path / "file").string()) == 0);
    CHECK(said.find("choose another --data, or let this user write there.") != std::string::npos);
}
