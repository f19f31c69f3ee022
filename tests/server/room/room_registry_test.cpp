// All rooms together as time passes: which go, which sleep and wake, and what is forgotten.
#include "server/journal/sqlite_store.hpp"
#include "server/room/room_registry.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/server/support/fake_executor.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/server/support/room_fixture.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;
using namespace std::chrono_literals;

namespace {

/// A lobby with a journal, on a thread of the test's. Killed and started again, it has the same data.
class Server {
public:
    Server() { start(); }

    void start() {
        lobby.reset();
        journal_.reset();
        journal_ = std::make_unique<Journal>(open_sqlite_store(directory.path));
        lobby = std::make_unique<RoomRegistry>(std::vector<Executor*>{&executor}, counted_bytes(++starts_ * 64),
                                        RoomRegistry::Settings{}, bots_, journal_.get());
        lobby->recover();
        executor.run();
    }

    /// Makes a public room for two and returns its code.
    std::string make(std::string const& game) {
        std::optional<std::string> code;
        lobby->create({.game = game, .public_ = true}, true,
                      [&](std::variant<Created, Rejection> const& made) { code = std::get<Created>(made).room; });
        executor.run_until([&] { return code.has_value(); });
        return *code;
    }

    /// Sends a message to a room and waits for its answer; null where there is no such room.
    Json ask(std::string const& room, Person const& person, Json message) {
        auto const actor = lobby->find(room);
        if (!actor) return nullptr;
        message["id"] = ++asked_;
        auto [id, read] = room_message(message);
        person.member->ask_room(actor, id, std::move(read), executor.now());
        auto const answered = [&] {
            auto const& got = person.got();
            return std::find_if(got.begin(), got.end(), [&](Json const& one) { return one.value("re", 0) == asked_; });
        };
        executor.run_until([&] { return answered() != person.got().end(); });
        return *answered();
    }

    /// Everybody's connection to the room is lost.
    void lose(std::string const& room, std::vector<Person> const& people) {
        for (auto const& person : people) lobby->find(room)->disconnect(person.member);
        executor.run();
    }

    /// Minute by minute, with all that the journal does.
    void pass(std::chrono::minutes time) {
        for (; time > 0min; time -= 1min) {
            executor.pass(1min);
            bool written = false;
            journal_->flush([&] { executor.post([&] { written = true; }); });
            executor.run_until([&] { return written; });
        }
    }

    void change(std::string const& sql) const {
        SQLite::Database db(directory.journal().string(), SQLite::OPEN_READWRITE);
        db.exec(sql);
    }

    DataDirectory const directory;
    FakeExecutor executor;
    std::unique_ptr<RoomRegistry> lobby;

private:
    BotPool bots_{1, std::chrono::milliseconds(0)};
    std::unique_ptr<Journal> journal_;
    int starts_ = 0;
    int asked_ = 0;
};

/// Two who have begun a match.
std::vector<Person> seat_two(Server& server, std::string const& room) {
    std::vector<Person> people(2);
    for (auto const& person : people)
        REQUIRE(server.ask(room, person, {{"type", "join"}, {"name", "n"}})["type"] == "joined");
    return people;
}

} // namespace

TEST_CASE("A waiting room that nobody is in goes after an hour, for ever; it is a line in the log") {
    KeptLog const log(LogFormat::text);
    Server server;
    auto const room = server.make("fortyone");
    CHECK(server.lobby->list().find(room) != std::string::npos);
    server.pass(59min);
    CHECK(server.lobby->find(room));
    server.pass(2min);
    CHECK_FALSE(server.lobby->find(room));
    CHECK(server.lobby->list() == "[]");
    CHECK(log.text().find(" info Room gone room=" + room + "\n") != std::string::npos);
    server.start();
    CHECK_FALSE(server.lobby->find(room));
}

TEST_CASE("A match that sleeps wakes as it was, also after a restart") {
    Server server;
    auto const room = server.make("fortyone");
    auto const people = seat_two(server, room);
    auto const& on_turn = people[0].last("update").contains("legal") ? people[0] : people[1];
    auto const update = on_turn.last("update");
    REQUIRE(server.ask(room, on_turn,
                       {{"type", "act"}, {"decision", update["decision"]}, {"action", update["legal"][0]}})["seq"] ==
            2);
    auto const newest = people[0].last("update");
    auto const resume = Json{{"type", "resume"}, {"token", people[0].last("joined")["token"]}};
    server.lose(room, people);
    server.pass(61min);
    CHECK(server.lobby->list() == "[]");
    if (GENERATE(false, true)) server.start();

    Person back;
    REQUIRE(server.ask(room, back, resume)["type"] == "joined");
    CHECK(back.last("update")["seq"] == 2);
    CHECK(back.last("update")["view"] == newest["view"]);
    CHECK(back.last("update").value("decision", Json()) == newest.value("decision", Json()));
    CHECK(server.lobby->list().find(room) != std::string::npos);
}

TEST_CASE("What sleeps and is old goes within an hour; what somebody is at stays") {
    KeptLog const log(LogFormat::text);
    Server server;
    auto const asleep = server.make("fortyone");
    server.lose(asleep, seat_two(server, asleep));
    server.pass(61min);
    auto const awake = server.make("fortyone");
    auto const people = seat_two(server, awake);
    server.change("UPDATE room SET touched = unixepoch() - 29 * 86400");
    server.pass(60min);
    CHECK(log.text().find("Room gone") == std::string::npos);
    server.change("UPDATE room SET touched = unixepoch() - 31 * 86400");
    server.pass(60min);
    CHECK_FALSE(server.lobby->find(asleep));
    CHECK(server.lobby->find(awake));
    CHECK(log.text().find("Room gone room=" + asleep) != std::string::npos);
    CHECK(log.text().find("Room gone room=" + awake) == std::string::npos);
    server.start();
    CHECK_FALSE(server.lobby->find(asleep));
    CHECK(server.lobby->find(awake));
}
