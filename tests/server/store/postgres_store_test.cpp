// The PostgreSQL store with a database, whose URL is in TEFUDA_TEST_DATABASE: tests/cluster runs these tests.
#include "server/store/postgres/postgres_store.hpp"

#include "server/store/copy_store.hpp"
#include "server/store/postgres/pg_connection.hpp"
#include "server/store/postgres/pg_retention.hpp"
#include "server/store/postgres/pg_schema.hpp"
#include "tests/server/support/fake_store.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/server/support/sqlite_fixture.hpp"

#include <cstdlib>
#include <future>
#include <thread>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

std::string database_url() {
    auto const* const url = std::getenv("TEFUDA_TEST_DATABASE");
    REQUIRE(url);
    return url;
}

/// Does what an administrator, a restore or a failover does to the database.
class Administrator {
public:
    Administrator() : connection_(database_url(), "administrator") { connection_.open(); }

    std::vector<PgRows> run(char const* sql) { return connection_.run({{sql, {}}}); }
    std::string text(char const* sql) { return std::string(run(sql)[0].text(0, 0)); }
    void make_empty() {
        run("DROP SCHEMA public CASCADE");
        run("CREATE SCHEMA public");
    }
    /// The servers' connections break.
    void cut_others() {
        run("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name LIKE 'tefuda "
            "commits%' "
            "AND datname = current_database()");
    }

private:
    PgConnection connection_;
};

struct PostgresFixture {
    Administrator administrator;
    std::unique_ptr<SharedStore> store;

    PostgresFixture() {
        administrator.make_empty();
        store = open_postgres_store(database_url(), "here");
        store->prepare({});
    }

    LostPlaces commit(Transaction const& transaction) { return store->commit(std::vector<Transaction>{transaction}); }
    LostPlaces act(std::string const& room, std::int64_t number, std::int64_t epoch = 1) {
        auto taken = action(1, 0, "{}", number);
        taken.number = number;
        return commit({room, {taken}, epoch});
    }
    /// A room with a match and two actions.
    void play(std::string const& room) {
        commit({room, {saved("game"), begun(1)}, 1, true});
        for (auto const number : {1, 2}) REQUIRE(act(room, number).empty());
    }
    std::size_t actions(std::string const& room) { return store->read_room(room)->last_match->actions.size(); }
};

} // namespace

TEST_CASE("A database whose user can't make tables for the next days is refused at the start", "[.postgres]") {
    PostgresFixture f;
    f.administrator.run("DO $$ BEGIN CREATE ROLE limited; EXCEPTION WHEN duplicate_object THEN NULL; END $$");
    f.administrator.run("GRANT USAGE ON SCHEMA public TO limited");
    f.administrator.run("GRANT ALL ON ALL TABLES IN SCHEMA public TO limited");
    auto const url = database_url();
    auto const limited = url + (url.find('?') == std::string::npos ? "?" : "&") + "options=-crole%3Dlimited";
    CHECK_THROWS_WITH(open_postgres_store(limited, "here")->prepare({}),
                      Catch::Matchers::StartsWith("The user limited may make no tables in the database"));
    f.administrator.run("GRANT CREATE ON SCHEMA public TO limited");
    CHECK_THROWS_WITH(open_postgres_store(limited, "here")->prepare({}),
                      Catch::Matchers::StartsWith("The tables of the database are not those of the user limited"));
    // Nothing of the row that was stored and read is left.
    CHECK(f.administrator.text("SELECT count(*) FROM player") == "0");
}

TEST_CASE("Data that PostgreSQL can't have is refused as such, and nothing else with it", "[.postgres]") {
    PostgresFixture f;
    f.play("A");
    auto bad = saved("game");
    bad.room.seats.resize(1);
    bad.room.seats[0].name = std::string("a\0b", 3);
    CHECK_THROWS_AS(f.commit({"B", {bad}, 1, true}), DataRefused);
    CHECK(f.act("A", 3).empty());
}

TEST_CASE("Rooms are copied into PostgreSQL whatever is in their texts, but for a deal that it can't have",
          "[.postgres]") {
    QuietLog const quiet;
    PostgresFixture f;
    FakeStore from;
    std::string const bad("a\0b", 3);
    for (std::string const code : {"A", "B", "C"}) {
        auto room = saved("selfish");
        room.room.seats.resize(2);
        auto setup = begun(1);
        setup.setup.names = {"Aki", "Ben"};
        setup.setup.entropies = {"", ""};
        if (code == "B") room.room.seats[0].name = setup.setup.names[0] = bad;
        if (code == "C") setup.setup.entropies[1] = bad;
        from.commit(std::vector<Transaction>{{code, {room, setup}, first_epoch, true}});
    }
    auto const copied = copy_rooms(from, *f.store);
    CHECK(copied.rooms == 3);
    CHECK(copied.matches == 2);
    REQUIRE(copied.not_copied.size() == 1);
    CHECK_THAT(copied.not_copied[0],
               Catch::Matchers::StartsWith("Match 1 of room C was dealt with an entropy that has U+0000"));
    CHECK(f.store->read_room("B")->last_match->setup.names[0] == "a\xef\xbf\xbd"
                                                                 "b");
}

TEST_CASE("PostgreSQL refuses an action that is not the next one of its match", "[.postgres]") {
    QuietLog const quiet;
    PostgresFixture f;
    f.play("A");
    // The server has another room in memory than the database: it loses it, and reads it again.
    for (auto const number : {4, 2, 1}) {
        auto const epoch = std::get<ClaimedRoom>(f.store->claim("A", false)).epoch;
        CHECK(f.act("A", number, epoch) == LostPlaces{0});
        CHECK(f.act("A", 3, epoch) == LostPlaces{0});
        CHECK(f.actions("A") == 2);
    }
    CHECK(f.act("A", 3, std::get<ClaimedRoom>(f.store->claim("A", false)).epoch).empty());
    CHECK(f.actions("A") == 3);
    // Of a match that is not there.
    for (auto const number : {1, 2}) {
        std::string const room = "B" + std::to_string(number);
        f.commit({room, {saved("game")}, 1, true});
        CHECK(f.act(room, number) == LostPlaces{0});
    }
    // Several in one commit.
    auto const nth = [](std::int64_t number) {
        auto taken = action(1, 0, "{}", number);
        taken.number = number;
        return taken;
    };
    CHECK(f.commit({"C", {saved("game"), begun(1), nth(1), nth(2), nth(3)}, 1, true}).empty());
    CHECK(f.commit({"C", {nth(4), nth(6)}, 1}) == LostPlaces{0});
    CHECK(f.actions("C") == 3);
    // Others must not be lost with it: each is to be committed alone.
    f.play("D");
    f.play("E");
    auto const both = std::vector<Transaction>{{"D", {nth(3)}, 1}, {"E", {nth(4)}, 1}};
    CHECK_THROWS_AS(f.store->commit(both), StoreFailure);
    CHECK(f.act("D", 3).empty());
    CHECK(f.act("E", 4) == LostPlaces{0});
}

TEST_CASE("A room whose epoch another server has is lost", "[.postgres]") {
    PostgresFixture f;
    f.play("A");
    // As a database that had forgotten this server's claim may give it out again.
    f.administrator.run("UPDATE room SET node = 'elsewhere'");
    CHECK(f.act("A", 3) == LostPlaces{0});
    CHECK(f.commit({"A", {saved("other"), MatchEnded{1}, RoomRemoved()}, 1}) == LostPlaces{0});
    CHECK(f.commit({"A", {}, 1}) == LostPlaces{0});
    CHECK(f.store->lost({{"A", 1}}).size() == 1);
    CHECK(f.actions("A") == 2);
    CHECK(f.store->read_room("A")->room.game == "game");
}

TEST_CASE("A server loses all its rooms when the database has forgotten what it acknowledged", "[.postgres]") {
    KeptLog const log(LogFormat::text);
    PostgresFixture f;
    f.play("A");
    f.play("B");
    // A standby that lagged by the last two commits.
    f.administrator.run("DELETE FROM action WHERE room = 'B'");
    f.administrator.run("UPDATE server SET batch = batch - 2");
    f.administrator.cut_others();
    CHECK(f.act("A", 3) == LostPlaces{0});
    CHECK(log.text().find("forgotten 2 commit(s)") != std::string::npos);
    CHECK(f.store->lost({{"A", 1}, {"B", 1}}).size() == 2);
    CHECK(f.act("B", 3) == LostPlaces{0});
    // It goes on from what the database has.
    auto const claimed = std::get<ClaimedRoom>(f.store->claim("B", false));
    CHECK(claimed.room.last_match->actions.empty());
    CHECK(f.act("B", 1, claimed.epoch).empty());
    f.administrator.cut_others();
    CHECK(f.act("B", 2, claimed.epoch).empty());
}

TEST_CASE("A server in whose rooms nobody acts loses them, too, when the database has forgotten something",
          "[.postgres]") {
    QuietLog const quiet;
    PostgresFixture f;
    f.play("A");
    CHECK(f.store->lost({{"A", 1}}).empty());
    f.administrator.run("UPDATE server SET batch = batch - 1");
    CHECK(f.store->lost({{"A", 1}}).size() == 1);
    CHECK(f.act("A", 3) == LostPlaces{0});
}

TEST_CASE("A database that has not what it acknowledged says of no room that it is missing", "[.postgres]") {
    QuietLog const quiet;
    PostgresFixture f;
    f.play("A");
    CHECK(std::holds_alternative<NoSuchRoom>(f.store->claim("NONE", true)));
    // As while a dump is being restored: the tables are filled one after the other.
    f.administrator.run("CREATE TABLE kept_server AS TABLE server");
    f.administrator.run("CREATE TABLE kept_room AS SELECT code, epoch, node, state FROM room");
    f.administrator.run("DELETE FROM server");
    f.administrator.run("DELETE FROM room");
    CHECK_THROWS_AS(f.store->claim("A", true), StoreAway);
    f.administrator.run("INSERT INTO room (code, epoch, node, state) TABLE kept_room");
    f.administrator.run("INSERT INTO server TABLE kept_server");
    f.administrator.run("UPDATE server SET batch = batch - 1");
    CHECK_THROWS_AS(f.store->claim("NONE", true), StoreAway);
    // Until the server knows what is gone.
    CHECK(f.store->lost({{"A", 1}}).size() == 1);
    CHECK(std::holds_alternative<NoSuchRoom>(f.store->claim("NONE", true)));
}

TEST_CASE("A server loses all its rooms when its row in the database is gone", "[.postgres]") {
    QuietLog const quiet;
    PostgresFixture f;
    f.play("A");
    f.administrator.run("DELETE FROM server");
    f.administrator.cut_others();
    CHECK(f.act("A", 3) == LostPlaces{0});
    CHECK(f.actions("A") == 2);
}

TEST_CASE("A database with the same timeline and another history is not used", "[.postgres]") {
    KeptLog const log(LogFormat::text);
    PostgresFixture f;
    f.play("A");
    auto const history = f.administrator.text("SELECT history FROM lineage");
    CHECK(history.size() == 8);
    f.administrator.cut_others();
    CHECK(f.act("A", 3).empty());
    CHECK(f.administrator.text("SELECT history FROM lineage") == history);
    // As another standby of the same primary, which was promoted, too: used by somebody else, and by nobody.
    for (auto const* other : {"UPDATE lineage SET history = 'other'", "UPDATE lineage SET history = NULL"}) {
        f.administrator.run(other);
        f.administrator.cut_others();
        CHECK_THROWS_AS(f.act("A", 4), StoreAway);
    }
    CHECK(f.administrator.text("SELECT coalesce(history, '') FROM lineage").empty());
    f.administrator.run(("UPDATE lineage SET history = '" + history + "'").c_str());
    // It looks again after a pause.
    for (bool is_back = false; !is_back; std::this_thread::sleep_for(std::chrono::milliseconds(10))) {
        try {
            auto const lost = f.act("A", 4);
            CHECK(lost.empty());
            is_back = true;
        } catch (StoreAway const&) {}
    }
}

TEST_CASE("Old actions go with their partition, and matches that are kept move", "[.postgres]") {
    QuietLog const quiet;
    PostgresFixture f;
    for (auto const* room : {"OLD", "KEPT", "NEW"}) f.play(room);
    f.commit({"KEPT", {MatchEnded{1}, begun(2)}, 1});
    f.administrator.run("ALTER TABLE action DETACH PARTITION action_before");
    f.administrator.run("CREATE TABLE action_old PARTITION OF action FOR VALUES FROM ('2020-01-05') TO ('2020-01-06')");
    f.administrator.run("UPDATE action SET part = '2020-01-05' WHERE room <> 'NEW'");
    f.administrator.run("UPDATE match SET part = '2020-01-05' WHERE room <> 'NEW'");
    // A room that nobody has touched, and a match that is not its room's newest.
    f.administrator.run("UPDATE room SET touched = '2020-01-05', node = 'gone' WHERE code = 'OLD'");
    f.administrator.run("UPDATE match SET ended = '2020-01-05' WHERE room = 'KEPT' AND number = 1");
    REQUIRE(f.actions("OLD") == 2);
    auto taken = action(2, 0, "{}", 1);
    taken.number = 1;
    REQUIRE(f.commit({"KEPT", {taken}, 1}).empty());

    PgLineage lineage;
    PgPool pool(database_url(), "here", lineage);
    PgRetention retention(pool);
    retention.start(std::chrono::hours(24));
    retention.wait();

    CHECK(f.administrator.text("SELECT to_regclass('action_old') IS NULL") == "t");
    CHECK_FALSE(f.store->read_room("OLD"));
    CHECK_FALSE(f.store->read_match("KEPT", 1));
    CHECK(f.actions("KEPT") == 1);
    CHECK(f.actions("NEW") == 2);
    CHECK(f.administrator.text("SELECT count(*) FROM action") == "3");
    // The match goes on where it is now.
    taken.number = 2;
    CHECK(f.commit({"KEPT", {taken}, 1}).empty());
    CHECK(f.actions("KEPT") == 2);
    CHECK(f.administrator.text("SELECT count(*) FROM action_rest") == "0");
}

TEST_CASE("What is older than 29 days is deleted from a large database", "[.retention]") {
    // For tests/bench/rows.py.
    PgLineage lineage;
    PgPool pool(database_url(), "here", lineage);
    PgRetention retention(pool);
    retention.start(std::chrono::hours(29 * 24));
    retention.wait();
    CHECK(Administrator().text("SELECT count(*) FROM match WHERE part <= now()::date - 30") == "0");
}

TEST_CASE("A write of tables is done once by its key, also through another connection", "[.postgres]") {
    constexpr auto add = "INSERT INTO operator_act (number, at, command, arguments, player) "
                         "SELECT coalesce(max(number), 0) + 1, 0, $1, '{}', '' FROM operator_act RETURNING number";
    PostgresFixture f;
    auto const tables = f.store->tables();
    WriteKey const key;
    auto const answer = tables->write(key, {{add, {"葛城 \"😀\""}}});
    CHECK(answer == std::vector<SqlRows>{{{"1"}}});
    f.administrator.run("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name LIKE "
                        "'tefuda works%' AND datname = current_database()");
    CHECK(tables->write(key, {{add, {"x"}}}) == answer);
    CHECK(f.administrator.text("SELECT count(*) FROM operator_act") == "1");
    // Nothing of what is refused is stored, and its key is free.
    WriteKey const other;
    CHECK_THROWS_AS(tables->write(other, {{add, {"x"}}, {"INSERT INTO notice (id) VALUES (1)", {}}}), StoreFailure);
    CHECK(tables->write(other, {{add, {"x"}}})[0][0][0] == "2");
    f.administrator.run("UPDATE written SET at = at - interval '61 minutes'");
    tables->write(WriteKey(), {{add, {"x"}}});
    CHECK(f.administrator.text("SELECT count(*) FROM written") == "1");
}

TEST_CASE("Numbers that several take at once are one after the other, and nobody is refused", "[.postgres]") {
    constexpr auto add =
        "INSERT INTO report (number, at, report) SELECT coalesce(max(number), 0) + 1, 0, $1 FROM report";
    PostgresFixture f;
    auto const tables = f.store->tables();
    auto const work = [&] {
        for (auto i = 0; i < 50; ++i) tables->write_one(WriteKey(), add, {"{}"});
    };
    std::vector<std::future<void>> others;
    for (auto i = 0; i < 3; ++i) others.push_back(std::async(std::launch::async, work));
    work();
    for (auto& other : others) CHECK_NOTHROW(other.get());
    CHECK(f.administrator.text("SELECT count(*) FROM report") == "200");
    CHECK(f.administrator.text("SELECT max(number) FROM report") == "200");
}

TEST_CASE("The actions of an older database become a partition", "[.postgres]") {
    PostgresFixture f;
    f.administrator.make_empty();
    for (auto const& migration : pg_migrations().first(1))
        for (auto const& statement : migration) f.administrator.run(statement.text);
    f.administrator.run("UPDATE tefuda SET version = 1");
    f.administrator.run("INSERT INTO room (code, epoch, node, state) VALUES ('A', 1, 'here', "
                        "'{\"game\":\"game\",\"status\":\"playing\",\"match\":1,\"is_public\":false}')");
    f.administrator.run("INSERT INTO match (room, number, setup) VALUES ('A', 1, '{\"game\":\"game\"}')");
    f.administrator.run("INSERT INTO action (room, match, number, seat, ms, action) VALUES ('A', 1, 1, 0, 5, '{}')");
    f.store = open_postgres_store(database_url(), "here");
    f.store->prepare({});
    f.administrator.run("UPDATE room SET node = 'here'");
    CHECK(f.administrator.text("SELECT tableoid::regclass::text FROM action") == "action_before");
    CHECK(f.act("A", 2).empty());
    CHECK(f.administrator.text("SELECT count(*) FROM action_before") == "2");
}

TEST_CASE("What PostgreSQL refuses is told without values of its rows", "[.postgres]") {
    PostgresFixture f;
    constexpr auto add = "INSERT INTO player VALUES ('knownplayer0', '\"Aki\"', 'human', '2026-01-01', 0)";
    f.administrator.run(add);
    CHECK_THROWS_WITH(f.administrator.run(add),
                      "23505: duplicate key value violates unique constraint \"player_pkey\"");
}

TEST_CASE("A connection's settings come with it, and the URL's win", "[.postgres]") {
    auto const setting = [](std::string const& url, std::string const& settings) {
        PgConnection connection(url, "test", settings);
        connection.open();
        return std::string(connection.run({{"SHOW lock_timeout", {}}})[0].text(0, 0));
    };
    CHECK(setting(database_url(), "") == "0");
    CHECK(setting(database_url(), "-c lock_timeout=2s") == "2s");
    CHECK(setting(database_url() + "?options=-c%20lock_timeout%3D3s", "-c lock_timeout=2s") == "3s");
}

TEST_CASE("A database is made once, and one of another version is refused", "[.postgres]") {
    PostgresFixture f;
    CHECK(f.administrator.text("SELECT version FROM tefuda") == std::to_string(pg_migrations().size()));
    auto const start = [] { open_postgres_store(database_url(), "there")->prepare({}); };
    CHECK_NOTHROW(start());
    f.administrator.run("UPDATE tefuda SET version = version + 1");
    CHECK_THROWS_AS(start(), NewerStore);
    f.administrator.run("UPDATE tefuda SET version = 0");
    CHECK_THROWS_AS(start(), StoreFailure);
    f.administrator.run("DELETE FROM tefuda");
    CHECK_THROWS_AS(start(), StoreFailure);
    // Nobody keeps the lock.
    auto const restored = "INSERT INTO tefuda VALUES (" + std::to_string(pg_migrations().size()) + ")";
    f.administrator.run(restored.c_str());
    CHECK_NOTHROW(start());
}

TEST_CASE("A player begins a board in one room, whoever of two servers comes first", "[.postgres]") {
    PostgresFixture f;
    auto const other = open_postgres_store(database_url(), "there");
    other->prepare({});
    auto const begins = [](std::string const& room, std::string const& player) {
        return Transaction{room, {saved("game"), BoardBegun{5, "game", player, true}}, 1, true};
    };
    CHECK(f.commit(begins("A", "me")).empty());
    // Neither the second room of the player nor anything else of it is there; another room of the commit is.
    CHECK(other->commit(std::vector{begins("B", "me"), begins("C", "you")}) == LostPlaces{0});
    CHECK_FALSE(f.store->read_room("B"));
    CHECK(f.store->read_room("C"));
    CHECK(f.commit(Transaction{"D", {saved("game"), BoardBegun{6, "game", "me", true}}, 1, true}).empty());
    // Both of one commit.
    CHECK(other->commit(std::vector{begins("E", "we"), begins("F", "we")}) == LostPlaces{1});
    CHECK(f.administrator.text("SELECT string_agg(room, ',' ORDER BY room) FROM attempt") == "A,C,D,E");
}

TEST_CASE("A board that a server has opened takes no result any more", "[.postgres]") {
    PostgresFixture f;
    for (auto const* room : {"A", "B"})
        f.commit({room, {saved("game"), BoardBegun{5, "game", std::string("of ") + room, true}, begun(1)}, 1, true});
    CHECK(f.commit({"A", {BoardEnded{-3}, MatchEnded{1}}, 1}).empty());
    f.administrator.run("UPDATE board_state SET opened = 5");
    CHECK(f.commit({"B", {BoardEnded{9}, MatchEnded{1}}, 1}).empty());
    CHECK(f.administrator.text("SELECT string_agg(room || margin, ',') FROM attempt WHERE margin IS NOT NULL") ==
          "A-3");
    // Nor does anybody begin one.
    CHECK(f.commit({"C", {saved("game"), BoardBegun{5, "game", "late", true}}, 1, true}) == LostPlaces{0});
}
