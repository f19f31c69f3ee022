// The parts of the PostgreSQL store that need no database: what is sent, what is read, and how long is waited.
#include "server/store/postgres/database_url.hpp"
#include "server/store/postgres/pg_commit.hpp"
#include "server/store/postgres/pg_connection.hpp"
#include "server/store/postgres/pg_lineage.hpp"
#include "server/store/postgres/pg_schema.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/server/support/sqlite_fixture.hpp"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <thread>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

using Clock = std::chrono::steady_clock;

/// Listens on loopback. A client finds a PostgreSQL that lets it in, or nothing, and is never answered after that.
class SilentServer {
public:
    explicit SilentServer(bool lets_in) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        REQUIRE(bind(socket_, reinterpret_cast<sockaddr*>(&address), size) == 0);
        REQUIRE(listen(socket_, 5) == 0);
        REQUIRE(getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
        port_ = ntohs(address.sin_port);
        if (lets_in) thread_ = std::thread([this] { let_in(); });
    }
    ~SilentServer() {
        shutdown(socket_, SHUT_RDWR);
        if (thread_.joinable()) thread_.join();
        if (client_ >= 0) close(client_);
        close(socket_);
    }
    SilentServer(SilentServer const&) = delete;
    SilentServer& operator=(SilentServer const&) = delete;

    std::string url() const {
        return "postgresql://me@127.0.0.1:" + std::to_string(port_) + "/db?sslmode=disable&gssencmode=disable";
    }

private:
    void let_in() {
        client_ = accept(socket_, nullptr, nullptr);
        std::array<char, 4096> startup{};
        if (client_ < 0 || read(client_, startup.data(), startup.size()) <= 0) return;
        // AuthenticationOk, ReadyForQuery.
        constexpr std::string_view welcome("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I", 15);
        send(client_, welcome.data(), welcome.size(), MSG_NOSIGNAL);
    }

    int socket_;
    int client_ = -1;
    int port_ = 0;
    std::thread thread_;
};

std::vector<std::string> texts_of(PgConnection::Call const& call) {
    std::vector<std::string> texts;
    for (auto const& value : call.values) texts.push_back(value.value_or("null"));
    return texts;
}

ActionTaken numbered(int match, std::int64_t number, std::vector<std::int64_t> banks = {}) {
    auto taken = action(match, 1, "{}", 7, std::move(banks));
    taken.number = number;
    return taken;
}

} // namespace

TEST_CASE("An array is written so that PostgreSQL reads the same texts", "[journal][postgres]") {
    PgArray array;
    CHECK(array.empty());
    CHECK(array.text() == "{}");
    array.add(R"(a "quoted", {text}\)");
    array.add("");
    array.add("NULL");
    CHECK(array.text() == R"({"a \"quoted\", {text}\\","","NULL"})");
    PgArray numbers;
    numbers.add(std::int64_t{-1});
    numbers.add_null();
    numbers.add(std::int64_t{9'007'199'254'740'993});
    CHECK(numbers.text() == "{-1,NULL,9007199254740993}");
}

TEST_CASE("A list of lost transactions is read whole, or not at all", "[journal][postgres]") {
    CHECK(places_of("{}").empty());
    CHECK(places_of("{0}") == LostPlaces{0});
    CHECK(places_of("{3,0,12}") == LostPlaces{3, 0, 12});
    for (auto const* unreadable : {"", "{", "}", "3", "{3", "3}", "{a}", "{3,}", "{,3}", "{3 4}", "{3,NULL}", "{-1}",
                                   "{1.5}", "{{1}}", "{1}}", "{99999999999999999999999}"}) {
        INFO(unreadable);
        CHECK_THROWS_AS(places_of(unreadable), StoreFailure);
    }
}

TEST_CASE("A commit is one call for each sort of change, behind the fence", "[journal][postgres]") {
    std::vector<Transaction> const transactions{
        {"NEW", {saved("one"), saved("two")}, 1, true},
        {"OLD", {numbered(2, 5, {7, 8}), numbered(2, 6), MatchEnded{2}}, 4},
        {"GONE", {RoomRemoved()}, 9},
    };
    auto const commit = commit_calls(transactions, {"id", 17}, 3, "node");
    REQUIRE(commit.calls.size() == 5);
    CHECK(commit.fence == 1);
    // The newest state of a room alone.
    auto const created = texts_of(commit.calls[0]);
    REQUIRE(created.size() == 4);
    CHECK(created[0] == R"({"NEW"})");
    CHECK(created[2].find("one") == std::string::npos);
    CHECK(created[2].find("two") != std::string::npos);
    CHECK(texts_of(commit.calls[1]) ==
          std::vector<std::string>{R"({"NEW","OLD","GONE"})", "{1,4,9}", "3", "id", "17", "node"});
    CHECK(texts_of(commit.calls[2]) == std::vector<std::string>{R"({"OLD","OLD"})", "{4,4}", "{2,2}", "{5,6}", "{1,1}",
                                                                "{7,7}", R"({"{}","{}"})", R"({"{7,8}",NULL})",
                                                                R"({"f","f"})", "node"});
    CHECK(texts_of(commit.calls[3]) == std::vector<std::string>{R"({"OLD"})", "{4}", "{2}", "node"});
    CHECK(texts_of(commit.calls[4]) == std::vector<std::string>{R"({"GONE"})", "{9}", "node"});
}

TEST_CASE("A check of claims names rooms, epochs and the server", "[journal][postgres]") {
    auto const call = check_call(std::vector<Transaction>{{"A", {}, 3}, {"B", {}, 4}}, "node");
    CHECK(texts_of(call) == std::vector<std::string>{R"({"A","B"})", "{3,4}", "node"});
}

TEST_CASE("Only what libpq reads is a URL of a database, and its options are kept", "[journal][postgres]") {
    CHECK(is_database_url("postgresql://user:password@host:5432/name?target_session_attrs=read-write"));
    CHECK(is_database_url("postgres://host1,host2/name"));
    for (auto const* other : {"", "host=localhost dbname=x", "mysql://host/name", "postgresql://host/name?unknown=1"})
        CHECK_FALSE(is_database_url(other));
    CHECK(options_in("postgresql://host/name").empty());
    CHECK(options_in("postgresql://host/name?options=-c%20search_path%3Dtefuda") == "-c search_path=tefuda");
    CHECK(options_in("no url").empty());
}

TEST_CASE("Each host of a URL is known with its port", "[journal][postgres]") {
    auto const hosts = [](std::string const& url) { return hosts_in("postgresql://" + url); };
    CHECK(hosts("me:secret@one/db") == std::vector<DatabaseHost>{{"one", "", ""}});
    CHECK(hosts("/db") == std::vector<DatabaseHost>{{"", "", ""}});
    CHECK(hosts("one:1,two,[::1]:3/db") ==
          std::vector<DatabaseHost>{{"one", "", "1"}, {"two", "", "5432"}, {"::1", "", "3"}});
    CHECK(hosts("/db?host=a,b&port=7") == std::vector<DatabaseHost>{{"a", "", "7"}, {"b", "", "7"}});
    CHECK(hosts("/db?hostaddr=10.0.0.1,10.0.0.2") ==
          std::vector<DatabaseHost>{{"", "10.0.0.1", "5432"}, {"", "10.0.0.2", "5432"}});
    CHECK(hosts("one:1,two/db")[0].shown() == "one:1");
    CHECK(connect_seconds_in("postgresql://one/db?connect_timeout=7") == std::chrono::seconds(7));
    CHECK_FALSE(connect_seconds_in("postgresql://one/db"));
    CHECK_FALSE(connect_seconds_in("postgresql://one/db?connect_timeout=0"));
}

TEST_CASE("A database that is behind the one that was used is not admitted", "[journal][postgres]") {
    QuietLog const quiet;
    auto const self = [](std::string system, std::int64_t timeline, std::map<std::string, PgUse> record = {}) {
        return PgSelf{PgIdentity{std::move(system), timeline}, false, std::move(record)};
    };
    std::map<std::string, PgUse> const was_2{{"A", {2}}};
    PgLineage lineage;
    CHECK_FALSE(lineage.is_known());
    CHECK(lineage.admits(self("A", 1)));
    // Nothing is known but what the database itself has noted.
    CHECK_FALSE(lineage.admits(self("A", 1, was_2)));
    CHECK_FALSE(lineage.admits({std::nullopt, true, {}}));
    CHECK(lineage.note(self("A", 2), "one"));
    CHECK(lineage.is_known());
    CHECK(lineage.is_current(PgIdentity{"A", 2}));
    CHECK_FALSE(lineage.is_current(PgIdentity{"A", 1}));
    CHECK(lineage.admits(self("A", 2)));
    CHECK(lineage.admits(self("A", 3, was_2)));
    CHECK_FALSE(lineage.admits(self("A", 1)));
    // Another system: only one that was made from this one.
    CHECK_FALSE(lineage.admits(self("B", 5)));
    CHECK(lineage.admits(self("B", 1, was_2)));
    CHECK(lineage.note(self("B", 1, was_2), "two"));
    CHECK_FALSE(lineage.is_current(PgIdentity{"A", 2}));
    CHECK_FALSE(lineage.admits(self("A", 9, was_2)));
    CHECK_FALSE(lineage.note(self("A", 9, was_2), "one"));
    // One that does not say what it is can't be told from others.
    CHECK(lineage.admits({}));
    CHECK(lineage.is_current(std::nullopt));
}

TEST_CASE("Of two standbys that were both promoted, the one that was not used is not admitted", "[journal][postgres]") {
    QuietLog const quiet;
    auto const self = [](std::string history, std::string table = "16400") {
        auto const timeline = history.empty() ? 1 : 2;
        return PgSelf{PgIdentity{"A", 2, history}, false, {{"A", PgUse{timeline, history}}}, std::move(table)};
    };
    PgLineage lineage;
    // There are no tables yet.
    CHECK(lineage.note(self("", ""), "one"));
    CHECK(lineage.note(self("one"), "one"));
    CHECK(lineage.is_current(PgIdentity{"A", 2, "one"}));
    CHECK(lineage.is_current(PgIdentity{"A", 2}));
    CHECK_FALSE(lineage.is_current(PgIdentity{"A", 2, "two"}));
    CHECK(lineage.admits(self("one")));
    CHECK_FALSE(lineage.admits(self("")));
    CHECK_FALSE(lineage.admits(self("two")));
    CHECK_FALSE(lineage.note(self("two"), "two"));
    // A dump of earlier, which was restored beside them.
    CHECK(lineage.admits(self("", "17000")));
    CHECK(PgLineage::is_ahead(self("one"), self("")));
    CHECK_FALSE(PgLineage::is_ahead(self(""), self("one")));
    CHECK_FALSE(PgLineage::is_ahead(self("one"), self("two")));
    CHECK(PgLineage::have_parted(self("one"), self("two")));
    CHECK_FALSE(PgLineage::have_parted(self("one"), self("one")));
    CHECK_FALSE(PgLineage::have_parted(self("one"), self("")));
    CHECK_FALSE(PgLineage::have_parted(self("one"), self("two", "17000")));
}

TEST_CASE("Of two databases that answer, the one that the other became is ahead", "[journal][postgres]") {
    std::map<std::string, PgUse> const was_1{{"A", {1}}};
    PgSelf const primary{PgIdentity{"A", 1}, false, was_1}, promoted{PgIdentity{"A", 2}, false, was_1},
        standby{std::nullopt, true, {}}, restored{PgIdentity{"B", 1}, false, was_1};
    CHECK(PgLineage::is_ahead(promoted, primary));
    CHECK_FALSE(PgLineage::is_ahead(primary, promoted));
    CHECK_FALSE(PgLineage::is_ahead(primary, primary));
    CHECK(PgLineage::is_ahead(primary, standby));
    CHECK_FALSE(PgLineage::is_ahead(standby, primary));
    CHECK(PgLineage::is_ahead(restored, primary));
    CHECK_FALSE(PgLineage::is_ahead(primary, restored));
}

TEST_CASE("A connection that is asked to stop does not wait for PostgreSQL", "[journal][postgres]") {
    SilentServer const server(false);
    PgConnection connection(server.url() + "&connect_timeout=600", "test");
    std::stop_source stop;
    stop.request_stop();
    CHECK_THROWS_AS(connection.open(stop.get_token()), StoreAway);
}

TEST_CASE("A schema is made, brought forward or refused", "[journal][postgres]") {
    std::array<TableStatement, 1> const one{"1"}, two{"2"}, three{"3"};
    std::array<TableStatements, 3> const all{one, two, three};
    auto const first = [&](std::optional<std::int64_t> version) {
        auto const missing = migrations_from(version, all);
        return missing.empty() ? std::string() : missing[0][0].text + std::to_string(missing.size());
    };
    CHECK(first(std::nullopt) == "13");
    CHECK(first(1) == "22");
    CHECK(first(2) == "31");
    CHECK(first(3).empty());
    CHECK_THROWS_AS(first(4), NewerStore);
    CHECK_THROWS_AS(first(0), StoreFailure);
    CHECK_THROWS_AS(first(-1), StoreFailure);
    CHECK(pg_migrations().size() == 14);
}

TEST_CASE("A PostgreSQL that lets nobody in is waited for two seconds", "[journal][postgres]") {
    SilentServer const server(false);
    PgConnection connection(server.url(), "test");
    auto const begin = Clock::now();
    CHECK_THROWS_AS(connection.open(), StoreAway);
    CHECK(Clock::now() - begin < std::chrono::seconds(20));
    // Others must not wait as long for the same.
    auto const again = Clock::now();
    CHECK_THROWS_AS(connection.open(), StoreAway);
    CHECK(Clock::now() - again < std::chrono::seconds(2));
}

TEST_CASE("A PostgreSQL that answers no more is given up at the deadline", "[journal][postgres]") {
    SilentServer const server(true);
    PgConnection connection(server.url(), "test");
    REQUIRE(connection.open());
    constexpr std::chrono::milliseconds deadline(50);
    auto const begin = Clock::now();
    CHECK_THROWS_AS(connection.run({{"SELECT 1", {}}}, deadline), PgBroken);
    CHECK(Clock::now() - begin > deadline / 2);
    CHECK_FALSE(connection.is_open());
    CHECK_THROWS_AS(connection.run({{"SELECT 1", {}}}, deadline), StoreAway);
    CHECK_THROWS_AS(connection.notifications(deadline), StoreAway);
}
