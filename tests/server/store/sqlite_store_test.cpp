// What is committed to the SQLite store is there again: all of a commit or none of it, after a kill, a full disk, a
// fold that fails.
#include "server/store/sqlite/maintenance.hpp"
#include "tests/server/support/failing_files.hpp"
#include "tests/server/support/failing_memory.hpp"
#include "tests/server/support/full_disk.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/server/support/sqlite_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

std::string large_action(int i) {
    return "{\"n\":" + std::to_string(i) + ",\"text\":\"" + std::string(10'000, 'x') + "\"}";
}

/// Small enough for a test: some commits of `large_action` reach each of them.
constexpr SqliteStoreLimits small{.fold_at = 200'000, .max = 800'000};

/// \returns how many were accepted
int commit_until_refused(Store& store, int from, int to) {
    for (auto i = from; i < to; ++i) {
        try {
            commit(store, {{"A", {action(1, 0, large_action(i), i)}}});
        } catch (StoreFailure const&) {
            return i;
        }
    }
    return to;
}

/// Whether the match has so many of these actions, each once and in its place.
bool has_actions(StoredMatch const& match, int count) {
    int next = 0;
    for (auto const& taken : match.actions)
        if (taken.ms != next || taken.action != large_action(next++)) return false;
    return next == count;
}

} // namespace

TEST_CASE("What was committed is there when the directory is opened again, also after a kill", "[journal][sqlite]") {
    DataDirectory const directory;
    auto store = open_sqlite_store(directory.path);
    CHECK(Recovered(*store).awake.empty());
    play(*store, "A", 1, 3);
    commit(*store, {{"B", {saved("waits", RoomStatus::waiting)}},
                    {"C", {saved("over", RoomStatus::finished)}},
                    {"D", {saved("d")}}});
    commit(*store, {{"D", {RoomRemoved()}}});
    DataDirectory const killed(directory);
    store.reset();

    Recovered const found(GENERATE(true, false) ? killed.path : directory.path);
    REQUIRE(found.awake.size() == 2);
    CHECK(found.awake[0].code == "A");
    CHECK(found.awake[0].room == saved("game").room);
    REQUIRE(found.awake[0].last_match);
    CHECK(found.awake[0].last_match->setup == begun(1).setup);
    CHECK(found.awake[0].last_match->banks == std::vector<std::int64_t>{7, 8});
    CHECK(actions_in(*found.awake[0].last_match) == R"(0{"n":0}@0 1{"n":1}@1 0{"n":2}@2 )");
    CHECK(found.awake[1].room.game == "waits");
    CHECK_FALSE(found.awake[1].last_match);
    CHECK(found.finished == std::vector<std::string>{"C"});
    CHECK(found.damaged.empty());
}

TEST_CASE("All of a room and a setup is stored", "[journal][sqlite]") {
    DataDirectory const directory;
    SavedSeat const seat{.kind = SeatKind::human,
                         .name = "Ōta \"the cat\"",
                         .entropy = "e",
                         .token_hash = std::string(64, 'a'),
                         .bot_plays = true,
                         .level = BotLevel::hard,
                         .wants_rematch = true,
                         .updates = UpdateMode::events};
    SavedRoom const room{.game = "fortyone",
                         .options = {R"({"jokers":2})"},
                         .is_public = true,
                         .clock = ClockSetting{5, 60},
                         .fixed_shuffles = {parse_cards("7H KS XX"), parse_cards("TS")},
                         .seats = {seat, {}},
                         .host = Seat(1),
                         .status = RoomStatus::playing,
                         .match = 3,
                         .server_seed = "5eed",
                         .decisions = {0, 123'456'789'012},
                         .from = SavedContinuation{"B", 2, {"", "é"}, {{Seat(1), {R"({"type":"pass"})"}, 1500, true}}}};
    SavedSetup const setup{.game = "fortyone",
                           .options = {R"({"jokers":2})"},
                           .names = {"a", "b"},
                           .entropies = {"", "e"},
                           .server_seed = "5eed",
                           .fixed_shuffles = {parse_cards("7H")},
                           .decisions_before = {4, 5},
                           .from = room.from};
    auto const store = open_sqlite_store(directory.path);
    commit(*store, {{"A", {RoomSaved{room}, MatchBegun{3, setup}}}});
    StoredRoom const expected{"A", room, StoredMatch{3, setup, {}, {}}};
    CHECK((store->read_room("A") == expected));
}

TEST_CASE("What was folded before a kill is not there twice", "[journal][sqlite]") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 2);
    // A read folds.
    REQUIRE(store->read_room("A")->last_match->actions.size() == 2);
    CHECK(Recovered(DataDirectory(directory).path).awake.at(0).last_match->actions.size() == 2);
    commit(*store, {{"A", {action(1, 0, "{}", 9)}}});
    CHECK(Recovered(DataDirectory(directory).path).awake.at(0).last_match->actions.size() == 3);
}

TEST_CASE("A match goes on over many starts, no action lost or doubled", "[journal][sqlite]") {
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
    CHECK(Recovered(directory.path).awake.at(0).last_match->actions.size() == 8);
}

TEST_CASE("A room that can't be read is named and stays, the others come back", "[journal][sqlite]") {
    DataDirectory const directory;
    {
        auto const store = open_sqlite_store(directory.path);
        for (auto const* room : {"A", "B"}) play(*store, room, 1, 2);
    }
    change(directory.rooms(), "UPDATE room SET state = '{}' WHERE code = 'A'");
    auto const store = open_sqlite_store(directory.path);
    Recovered const found(*store);
    CHECK(found.damaged == std::vector<std::string>{"A"});
    REQUIRE(found.awake.size() == 1);
    CHECK(found.awake[0].code == "B");
    CHECK(found.awake[0].last_match->actions.size() == 2);
    CHECK_THROWS_AS(store->read_room("A"), StoreFailure);
    CHECK(store->read_room("B"));
    CHECK(Recovered(*store).damaged.size() == 1);
}

TEST_CASE("A room whose list of matches is not whole is named, and nobody gets it without them", "[journal][sqlite]") {
    QuietLog const quiet;
    DataDirectory const directory;
    {
        auto const store = open_sqlite_store(directory.path);
        play(*store, "A", 1, 2);
        commit(*store, {{"A", {MatchEnded{1}}}});
        play(*store, "A", 2, 3);
        play(*store, "B", 1, 2);
    }
    std::string const damage = GENERATE("DELETE FROM match", "UPDATE match SET ended = ended + 1, crc = crc + 1");
    auto const number = GENERATE(1, 2);
    change(directory.rooms(), damage + " WHERE room = 'A' AND number = " + std::to_string(number));
    auto const store = open_sqlite_store(directory.path);
    Recovered const found(*store);
    CHECK(found.damaged == std::vector<std::string>{"A"});
    REQUIRE(found.awake.size() == 1);
    CHECK(found.awake[0].code == "B");
    CHECK_THROWS_AS(store->read_room("A"), StoreFailure);
    CHECK_THROWS_AS(store->claim("A", false), StoreFailure);
}

TEST_CASE("A room whose code is damaged is named by the one that it had, which nobody gets", "[journal][sqlite]") {
    QuietLog const quiet;
    DataDirectory const directory;
    {
        auto const store = open_sqlite_store(directory.path);
        for (auto const* room : {"A", "B", "C"}) play(*store, room, 1, 2);
    }
    change(directory.rooms(), "PRAGMA foreign_keys = OFF; UPDATE room SET code = 'G' WHERE code = 'C'");
    auto const store = open_sqlite_store(directory.path);
    Recovered const found(*store);
    CHECK(found.damaged == std::vector<std::string>{"C"});
    CHECK(found.awake.size() == 2);
    CHECK(store->may_have("C"));
    CHECK_THROWS_AS(store->read_room("C"), StoreFailure);
    CHECK_THROWS_AS(store->claim("C", false), StoreFailure);
    CHECK(store->may_have("C"));
    CHECK_FALSE(store->read_room("D"));
}

TEST_CASE("A match that can't be read is named with its room, which comes back without it", "[journal][sqlite]") {
    QuietLog const quiet;
    DataDirectory const directory;
    {
        auto const store = open_sqlite_store(directory.path);
        play(*store, "A", 1, 2);
        commit(*store, {{"A", {MatchEnded{1}}}});
        play(*store, "A", 2, 3);
    }
    std::string const damage = GENERATE("actions = '{'", "setup = '{'", "banks = '[0.5]'", "crc = crc + 1");
    auto const number = GENERATE(1, 2);
    change(directory.rooms(), "UPDATE match SET " + damage + " WHERE number = " + std::to_string(number));
    auto const store = open_sqlite_store(directory.path);
    Recovered const found(*store);
    CHECK(found.damaged.empty());
    REQUIRE(found.awake.size() == 1);
    auto const& room = found.awake[0];
    if (number == 1) {
        CHECK(room.last_match->actions.size() == 3);
        CHECK_FALSE(room.damage);
        CHECK_THROWS_AS(store->read_match("A", 1), StoreFailure);
    } else {
        CHECK_FALSE(room.last_match);
        REQUIRE(room.damage);
        CHECK(room.damage->match == 2);
        auto const& sentence = room.damage->sentence;
        CHECK(sentence.find("the match 2 of room A can't be read") != std::string::npos);
        CHECK(sentence.find("`tefuda-server drop-match A 2` deletes it") != std::string::npos);
        CHECK(sentence.find("all its files") == std::string::npos);
        CHECK(store->read_match("A", 1)->actions.size() == 2);
    }

    commit(*store, {{"A", {MatchRemoved{number}}}});
    auto const rest = store->read_room("A");
    REQUIRE(rest);
    CHECK_FALSE(rest->damage);
    CHECK(rest->last_match->number == (number == 1 ? 2 : 1));
    CHECK(store->read_match("A", 1).has_value() == (number == 2));
}

TEST_CASE("Changes that contradict the rows do not keep other rooms from being folded", "[journal][sqlite]") {
    KeptLog const log(LogFormat::text);
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 1);
    // A match of no room, an action of no match, and a match that begins twice.
    commit(*store, {{"NONE", {begun(1)}}});
    commit(*store, {{"A", {action(7, 0, "{}")}}});
    REQUIRE(store->read_room("A"));
    commit(*store, {{"A", {begun(1, "again")}}, {"B", {saved("b")}}});
    CHECK(store->read_room("B"));
    CHECK_FALSE(store->read_room("NONE"));
    CHECK(store->read_room("A")->last_match->setup.game == "setup");
    CHECK(log.text().find("can't fold all of room NONE") != std::string::npos);
    CHECK(log.text().find("can't fold all of room A: it has no match 7") != std::string::npos);
    CHECK(Recovered(DataDirectory(directory).path).awake.size() == 2);
}

TEST_CASE("A commit that does not fit on the disk stores nothing of any transaction, and a later one works",
          "[journal][sqlite]") {
    KeptLog const log(LogFormat::text);
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 1);
    std::vector<Transaction> const transactions{{"B", {saved("b")}}, {"C", {saved(std::string(1'000'000, 'c'))}}};
    std::optional<DataDirectory> killed;
    {
        // Some of it is written before it is refused.
        FullDisk const full(std::filesystem::file_size(directory.pending_wal()) + 400'000);
        CHECK_THROWS_AS(commit(*store, transactions), StoreFailure);
        killed.emplace(directory);
        // A small one fits.
        commit(*store, {{"A", {action(1, 1, "{}", 5)}}});
    }
    CHECK(Recovered(killed->path).awake.size() == 1);
    CHECK_FALSE(store->read_room("B"));
    commit(*store, transactions);
    Recovered const found(DataDirectory(directory).path);
    REQUIRE(found.awake.size() == 3);
    CHECK(found.awake[0].last_match->actions.size() == 2);
    CHECK(found.awake[2].room.game.size() == 1'000'000);
}

TEST_CASE("Wherever memory runs out in a commit, all of it is stored, or it is refused and may come again",
          "[journal][sqlite][out-of-memory]") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    auto refused = 0;
    auto failing = 0;
    for (auto ended = false; !ended;) {
        INFO("allocation " << ++failing);
        auto const room = "ROOM" + std::to_string(failing);
        play(*store, room, 1, 1);
        std::vector<Transaction> const end{
            {room,
             {action(1, 1, R"({"n":"last"})", 9), MatchEnded{1},
              ResultSaved{1, failing, "a game with a long name", std::string(100, 'r'), {{"a player's id", true}}}}}};
        auto is_stored = true;
        fail_allocation(failing);
        try {
            store->commit(end);
        } catch (std::exception const&) {
            is_stored = false;
        }
        ended = is_to_fail();
        fail_allocation(0);
        if (!is_stored) {
            ++refused;
            CHECK_FALSE(store->read_match(room, 1));
            store->commit(end);
        }
        auto const match = store->read_match(room, 1);
        REQUIRE(match);
        CHECK(actions_in(*match) == R"(0{"n":0}@0 1{"n":"last"}@9 )");
    }
    CHECK(refused > 0);
}

TEST_CASE("A disk that the WAL has filled takes commits again after a fold", "[journal][sqlite]") {
    KeptLog const log(LogFormat::text);
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 0);
    REQUIRE(store->read_room("A"));
    FullDisk const full(std::uintmax_t{300'000});
    auto const try_to_commit = [&](int i) {
        try {
            commit(*store, {{"A", {action(1, 0, "{}", i)}}});
            return true;
        } catch (StoreFailure const&) {
            return false;
        }
    };
    int accepted = 0;
    while (try_to_commit(accepted)) REQUIRE(++accepted < 300);
    // The background thread folds because a commit has failed.
    auto const deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!try_to_commit(accepted)) REQUIRE(std::chrono::steady_clock::now() < deadline);
    CHECK(store->read_room("A")->last_match->actions.size() == static_cast<std::size_t>(accepted) + 1);
}

TEST_CASE("A match that has ended can be read by its number, one that is on can't", "[journal][sqlite]") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 2);
    CHECK_FALSE(store->read_match("A", 1));
    commit(*store, {{"A", {MatchEnded{1}}}});
    play(*store, "A", 2, 1);
    REQUIRE(store->read_match("A", 1));
    CHECK(actions_in(*store->read_match("A", 1)) == R"(0{"n":0}@0 1{"n":1}@1 )");
    CHECK_FALSE(store->read_match("A", 2));
    CHECK(store->ended_matches("A", 1) == std::vector{1});
    CHECK(store->ended_matches("A", 2).empty());
    CHECK_FALSE(store->read_match("B", 1));
    CHECK(store->read_room("A")->last_match->number == 2);
}

TEST_CASE("A room that is removed takes its matches with it", "[journal][sqlite]") {
    DataDirectory const directory;
    {
        auto const store = open_sqlite_store(directory.path);
        play(*store, "A", 1, 2);
        if (GENERATE(false, true)) CHECK(store->read_room("A"));
        commit(*store, {{"A", {RoomRemoved()}}});
    }
    auto const store = open_sqlite_store(directory.path);
    CHECK(Recovered(*store).awake.empty());
    // Another room may get its code; nothing of the old one is in it.
    play(*store, "A", 1, 0);
    CHECK(store->read_room("A")->last_match->actions.empty());
}

TEST_CASE("A room that is removed and made again in one fold has nothing of the old one", "[journal][sqlite]") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 2);
    REQUIRE(store->read_room("A"));
    play(*store, "A", 2, 2);
    commit(*store, {{"A", {RoomRemoved()}}});
    play(*store, "A", 1, 1);
    CHECK(store->read_room("A")->last_match->number == 1);
    CHECK(store->read_room("A")->last_match->actions.size() == 1);
}

TEST_CASE("Under a steady load the files stay bounded, and no action is lost", "[journal][sqlite]") {
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path, small);
    play(*store, "A", 1, 0);
    std::uintmax_t longest_wal = 0, longest_file = 0;
    constexpr int actions = 1000;
    for (int i = 0; i < actions; ++i) {
        commit(*store, {{"A", {action(1, 0, large_action(i), i)}}});
        longest_wal = std::max(longest_wal, std::filesystem::file_size(directory.pending_wal()));
        longest_file = std::max(longest_file, std::filesystem::file_size(directory.pending()));
    }
    // All together are 10 MB. However slow the background thread is, a commit waits for it in time.
    CHECK(longest_wal < small.max + 100'000);
    CHECK(longest_file < 3 * small.max);
    CHECK(has_actions(*Recovered(DataDirectory(directory).path).awake.at(0).last_match, actions));
    CHECK(has_actions(*store->read_room("A")->last_match, actions));
}

TEST_CASE("While nothing can be folded commits go on up to a bound, and reads see them", "[journal][sqlite]") {
    KeptLog const log(LogFormat::text);
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path, small);
    play(*store, "A", 1, 0);
    commit(*store, {{"B", {saved("b")}}});
    REQUIRE(store->read_room("B"));
    SQLite::Database other_program(directory.rooms().string(), SQLite::OPEN_READWRITE);
    other_program.exec("BEGIN IMMEDIATE");
    auto const accepted = commit_until_refused(*store, 0, 500);
    CHECK(accepted > 30);
    CHECK(accepted < 100);
    CHECK(std::filesystem::file_size(directory.pending_wal()) < small.max + 100'000);

    SECTION("a kill loses nothing") {
        DataDirectory const killed(directory);
        CHECK(has_actions(*Recovered(killed.path).awake.at(0).last_match, accepted));
        CHECK(has_actions(*Recovered(killed.path).awake.at(0).last_match, accepted));
    }
    SECTION("the refusal names the file and what to do") {
        try {
            commit(*store, {{"A", {action(1, 0, large_action(accepted), accepted)}}});
            FAIL("it was accepted");
        } catch (StoreFailure const& failure) {
            CHECK(failure.what() == "The journal " + directory.rooms().string() +
                                        " is in use by another program (database is locked): stop that program.");
        }
    }
    SECTION("rooms that have nothing pending can be read") {
        CHECK(store->read_room("B")->room.game == "b");
    }
    SECTION("commits go on when it can be folded again") {
        other_program.exec("ROLLBACK");
        CHECK(has_actions(*store->read_room("A")->last_match, accepted));
        REQUIRE(commit_until_refused(*store, accepted, 500) == 500);
        CHECK(has_actions(*store->read_room("A")->last_match, 500));
    }
}

TEST_CASE("While another program reads the pending batches commits go on up to a bound", "[journal][sqlite]") {
    KeptLog const log(LogFormat::text);
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path, small);
    play(*store, "A", 1, 0);
    SQLite::Database other_program(directory.pending().string(), SQLite::OPEN_READONLY);
    other_program.exec("BEGIN");
    CHECK(other_program.execAndGet("SELECT count(*) FROM batch").getInt() > 0);
    auto const accepted = commit_until_refused(*store, 0, 500);
    CHECK(accepted > 30);
    CHECK(accepted < 500);
    CHECK(std::filesystem::file_size(directory.pending_wal()) < small.max + 100'000);
    other_program.exec("ROLLBACK");
    REQUIRE(commit_until_refused(*store, accepted, 500) == 500);
    CHECK(has_actions(*store->read_room("A")->last_match, 500));
}

TEST_CASE("A full disk on which nothing can be folded does not keep a room from being read", "[journal][sqlite]") {
    KeptLog const log(LogFormat::text);
    DataDirectory const directory;
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 2);
    REQUIRE(store->read_room("A"));
    for (int i = 2; i < 50; ++i) commit(*store, {{"A", {action(1, 0, large_action(i), i)}}});
    commit(*store, {{"A", {MatchEnded{1}}}, {"B", {saved("b")}}});
    FullDisk const full(std::uintmax_t{0});
    for (int i = 0; i < 2; ++i) {
        CHECK(store->read_room("A")->last_match->actions.size() == 50);
        CHECK(store->read_match("A", 1)->actions.size() == 50);
        CHECK(store->read_room("B")->room.game == "b");
        CHECK_FALSE(store->read_room("C"));
    }
    CHECK_THROWS_AS(store->expire(1), StoreFailure);
    CHECK(log.text().find("The journal can't be folded for a read") != std::string::npos);
}

TEST_CASE("A commit of nothing, as after a failure, is read again at the next start", "[journal][sqlite]") {
    DataDirectory const directory, backups;
    {
        auto const store = open_sqlite_store(directory.path);
        play(*store, "ROOM", 1, 2);
        commit(*store, {});
        play(*store, "ROOM", 2, 2);
        // Like a server that is killed.
        DataDirectory const killed(directory);
        CHECK(Recovered(killed.path).awake.size() == 1);
        CHECK(back_up_sqlite_store(directory.path, backups.path / "backup").rooms == 1);
        CHECK(store->read_room("ROOM"));
    }
    CHECK(Recovered(directory.path).awake.size() == 1);
}

TEST_CASE("Nothing of a commit whose sync fails is there after a kill", "[journal][sqlite]") {
    DataDirectory const directory;
    FailingFiles files(directory.path);
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 3);
    files.fail("fdatasync", 1, {EIO});
    CHECK_THROWS_AS(commit(*store, {{"A", {action(1, 0, R"({"n":"ghost"})")}}}), StoreFailure);
    CHECK(files.last_failed() == "fdatasync pending.sqlite-wal");
    CHECK(Recovered(DataDirectory(directory).path).awake.at(0).last_match->actions.size() == 3);
    commit(*store, {{"A", {action(1, 1, R"({"n":"next"})", 9)}}});
    auto const found = Recovered(DataDirectory(directory).path).awake.at(0);
    CHECK(actions_in(*found.last_match).ends_with(R"(0{"n":2}@2 1{"n":"next"}@9 )"));
}

TEST_CASE("While it is not known what became of a commit, no other one is stored", "[journal][sqlite]") {
    DataDirectory const directory;
    FailingFiles files(directory.path);
    auto const store = open_sqlite_store(directory.path);
    play(*store, "A", 1, 3);
    // The commit's sync, and the one that would make sure that nothing of it is left.
    files.fail("fdatasync", 1, {.error = EIO, .calls = 1000});
    CHECK_THROWS_AS(commit(*store, {{"A", {action(1, 0, R"({"n":"unknown"})")}}}), OutcomeUnknown);
    CHECK_THROWS_AS(store->outcome(), StoreAway);
    CHECK_THROWS_AS(commit(*store, {{"A", {action(1, 0, R"({"n":"refused"})")}}}), StoreAway);
    CHECK(store->read_room("A")->last_match->actions.size() == 3);
    files.heal();
    CHECK_FALSE(store->outcome().stored);
    CHECK(Recovered(DataDirectory(directory).path).awake.at(0).last_match->actions.size() == 3);
    commit(*store, {{"A", {action(1, 1, R"({"n":"next"})", 9)}}});
    auto const found = Recovered(DataDirectory(directory).path).awake.at(0);
    CHECK(actions_in(*found.last_match).ends_with(R"(0{"n":2}@2 1{"n":"next"}@9 )"));
}

TEST_CASE("Who has a seat is as the newest change says, also where a fold finds the rows as they were",
          "[journal][sqlite]") {
    DataDirectory const directory;
    auto store = open_sqlite_store(directory.path);
    auto const seated = [&] {
        store->fold_rooms();
        SQLite::Database db((directory.path / "rooms.sqlite").string(), SQLite::OPEN_READONLY);
        SQLite::Statement rows(db, "SELECT player, over FROM seated WHERE room = 'A' ORDER BY player");
        std::string text;
        while (rows.executeStep()) text += rows.getColumn(0).getString() + rows.getColumn(1).getString() + " ";
        return text;
    };
    RoomPlayers const two{{"ben", "aki"}, false}, over{{"ben", "aki"}, true};
    commit(*store, {{"A", {saved("game"), two}}});
    CHECK(seated() == "aki0 ben0 ");
    // A rematch.
    commit(*store, {{"A", {over}}, {"A", {two}}});
    CHECK(seated() == "aki0 ben0 ");
    commit(*store, {{"A", {over}}});
    CHECK(seated() == "aki1 ben1 ");
    commit(*store, {{"A", {RoomPlayers{{"ben", "cho"}, true}}}});
    CHECK(seated() == "ben1 cho1 ");
    commit(*store, {{"A", {RoomPlayers{{"ben"}, true}}}});
    CHECK(seated() == "ben1 ");
    // Who has a line on the sheet alone.
    commit(*store, {{"A", {RoomPlayers{{"ben"}, true, {"aki"}}}}});
    CHECK(seated() == "aki2 ben1 ");
    commit(*store, {{"A", {RoomPlayers()}}});
    CHECK(seated().empty());
}
