// All rooms together as time passes: which go, which sleep and wake, and what is forgotten.
#include "server/match/match_actions.hpp"
#include "server/rooms/room_registry.hpp"
#include "server/store/sqlite/sqlite_store.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/server/support/fake_executor.hpp"
#include "tests/server/support/fake_time.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/server/support/room_fixture.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <memory>
#include <random>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;
using namespace std::chrono_literals;

namespace {

/// The same for the same seed; no code of a room comes twice.
RandomBytes random_bytes(unsigned seed) {
    return [random = std::make_shared<std::mt19937>(seed)](std::span<std::uint8_t> bytes) {
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>((*random)());
    };
}

/// A registry with a journal, on a thread of the test's. Killed and started again, it has the same data.
class Server {
public:
    explicit Server(RoomRegistry::Settings const& settings = {}) : settings_(settings) { start(); }

    void start() {
        stop();
        store_ = open_sqlite_store(directory.path);
        reader_ = std::make_unique<StoreReader>(*store_);
        {
            // Its thread waits between commits, for the machine's time.
            RuntimeScope const machine(machine_runtime());
            writer_ = std::make_unique<JournalWriter>(*store_);
        }
        rooms = std::make_unique<RoomRegistry>(std::vector<Executor*>{&executor}, random_bytes(++starts_), settings_,
                                               bots_, Journal{store_.get(), writer_.get(), reader_.get()});
        rooms->recover();
        executor.run();
    }

    /// Makes a public room for two and returns its code.
    std::string make(std::string const& game) { return try_to_make({.game = game, .public_ = true}, "")->room; }
    OrRejection<Created> try_to_make(Create const& message, std::string const& address) {
        std::optional<OrRejection<Created>> result;
        rooms->create(message, {address}, [&](auto const& made) { result = made; });
        executor.run_until([&] { return result.has_value(); });
        return *result;
    }
    /// Makes a room for two from an address. \returns its code, or why not
    std::string make_from(std::string const& address) {
        auto const made = try_to_make({.game = "selfish", .seats = codec::WholeNumber{2}}, address);
        return made ? made->room : std::string(WireName<ErrorCode>::of(made.error().code));
    }
    /// Until the rooms that were asked to go have gone.
    void settle() {
        pass(0min);
        executor.run();
        pass(0min);
    }
    bool has(std::string const& code) const { return rooms->find(code) != nullptr; }

    /// The room, woken if it is asleep; null where there is none.
    std::shared_ptr<RoomActor> room(std::string const& code) {
        auto found = rooms->find(code);
        if (found || !rooms->look_up(code).is_asleep) return found;
        bool done = false;
        rooms->wake(code, {}, executor, [&](RoomRegistry::Woken const& woken) {
            if (woken) found = *woken;
            done = true;
        });
        executor.run_until([&] { return done; });
        return found;
    }

    /// Sends a message to a room and waits for its answer; null where there is no such room.
    Json ask(std::string const& code, Person const& person, Json message) {
        auto const actor = room(code);
        if (!actor) return nullptr;
        message["id"] = ++asked_;
        auto [id, read] = room_message(message);
        actor->deliver(person.client, id, std::move(read), executor.now());
        auto const answer = [&] { return answer_to(person.got(), asked_); };
        executor.run_until([&] { return answer() != nullptr; });
        return answer();
    }

    /// Everybody's connection to the room is lost.
    void lose(std::string const& code, std::vector<Person> const& people) {
        for (auto const& person : people) rooms->find(code)->disconnect(person.client);
        executor.run();
    }

    /// Minute by minute, with everything that the journal does.
    void pass(std::chrono::minutes time) {
        do {
            executor.pass(time > 0min ? 1min : 0min);
            int done = 0;
            reader_->read_room("NONE", executor, [&](auto const&) {
                // What was read may have made rooms go.
                writer_->flush([&] { executor.post([&] { ++done; }); });
            });
            executor.run_until([&] { return done == 1; });
            time -= 1min;
        } while (time > 0min);
    }

    /// Changes the stored rooms behind the server's back.
    void change(std::string const& sql) const {
        // Whatever is pending is in the file then.
        store_->expire(std::int64_t{100} * 365 * 86400);
        SQLite::Database db(directory.rooms().string(), SQLite::OPEN_READWRITE);
        db.exec(sql);
    }

    DataDirectory const directory;
    /// Of the store.
    FakeTime store_time;
    FakeExecutor executor;
    std::unique_ptr<RoomRegistry> rooms;

    ~Server() { stop(); }

private:
    void stop() {
        executor.run();
        rooms.reset();
        writer_.reset();
        reader_.reset();
        executor.drop();
        store_.reset();
    }

    RoomRegistry::Settings const settings_;
    BotPool bots_{1, std::chrono::milliseconds(0)};
    std::unique_ptr<Store> store_;
    std::unique_ptr<StoreReader> reader_;
    std::unique_ptr<JournalWriter> writer_;
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

TEST_CASE("A waiting room that nobody is in goes after an hour, for ever, it is a line in the log", "[room]") {
    KeptLog const log(LogFormat::text);
    Server server;
    auto const room = server.make("fortyone");
    Person aki;
    REQUIRE(server.ask(room, aki, {{"type", "join"}, {"name", "n"}})["type"] == "joined");
    CHECK(server.rooms->list().rooms.find(room) != std::string::npos);
    server.lose(room, {aki});
    server.pass(59min);
    CHECK(server.rooms->find(room));
    server.pass(2min);
    CHECK_FALSE(server.room(room));
    CHECK(server.rooms->list().rooms == "[]");
    CHECK(log.text().find(" info Room gone room=" + room + "\n") != std::string::npos);
    server.start();
    CHECK_FALSE(server.room(room));
}

TEST_CASE("A room is listed, also by its game, only while somebody sits in it", "[room]") {
    Server server;
    auto const room = server.make("fortyone");
    auto const is_listed = [&] {
        auto const in_all = server.rooms->list().rooms.find(room) != std::string::npos;
        CHECK(in_all == (server.rooms->list({.game = "fortyone"}).rooms != "[]"));
        return in_all;
    };
    CHECK_FALSE(is_listed());
    // Neither does it help to watch.
    Person watcher, aki;
    REQUIRE(server.ask(room, watcher, {{"type", "join"}, {"name", "W"}, {"role", "spectator"}})["type"] == "joined");
    CHECK_FALSE(is_listed());
    REQUIRE(server.ask(room, aki, {{"type", "join"}, {"name", "Aki"}})["type"] == "joined");
    CHECK(is_listed());
    REQUIRE(server.ask(room, aki, {{"type", "leave"}})["type"] == "ok");
    CHECK_FALSE(is_listed());
}

TEST_CASE("A match that sleeps wakes as it was, also after a restart", "[room]") {
    Server server;
    auto const room = server.make("fortyone");
    auto const people = seat_two(server, room);
    auto const& on_turn = on_turn_of(people[0], people[1]);
    auto const update = on_turn.last("update");
    REQUIRE(server.ask(room, on_turn,
                       {{"type", "act"}, {"decision", update["decision"]}, {"action", update["legal"][0]}})["seq"] ==
            2);
    auto const newest = people[0].last("update");
    auto const resume = Json{{"type", "resume"}, {"token", people[0].last("joined")["token"]}};
    server.lose(room, people);
    server.pass(61min);
    CHECK(server.rooms->list().rooms == "[]");
    CHECK_FALSE(server.rooms->find(room));
    CHECK(server.rooms->look_up(room).is_asleep);
    if (GENERATE(false, true)) server.start();

    Person back;
    REQUIRE(server.ask(room, back, resume)["type"] == "joined");
    CHECK_FALSE(server.rooms->look_up(room).is_asleep);
    CHECK(back.last("update")["seq"] == 2);
    CHECK(back.last("update")["view"] == newest["view"]);
    CHECK(back.last("update").value("decision", Json()) == newest.value("decision", Json()));
    CHECK(server.rooms->list().rooms.find(room) != std::string::npos);
}

TEST_CASE("What sleeps and is old goes within an hour, what somebody is at stays", "[room]") {
    KeptLog const log(LogFormat::text);
    Server server;
    auto const asleep = server.make("fortyone");
    server.lose(asleep, seat_two(server, asleep));
    server.pass(61min);
    auto const awake = server.make("fortyone");
    auto const people = seat_two(server, awake);
    server.store_time.pass(29 * 24h);
    server.pass(60min);
    CHECK(log.text().find("Room gone") == std::string::npos);
    server.store_time.pass(2 * 24h);
    server.pass(60min);
    CHECK_FALSE(server.room(asleep));
    CHECK(server.room(awake));
    CHECK(log.text().find("Room gone room=" + asleep) != std::string::npos);
    CHECK(log.text().find("Room gone room=" + awake) == std::string::npos);
    server.start();
    CHECK_FALSE(server.room(asleep));
    CHECK(server.room(awake));
}

TEST_CASE("Several who wake a room at once have the same one", "[room]") {
    Server server;
    auto const code = server.make("fortyone");
    server.lose(code, seat_two(server, code));
    server.pass(61min);
    REQUIRE(server.rooms->look_up(code).is_asleep);
    std::vector<std::shared_ptr<RoomActor>> woken;
    for (int i = 0; i < 3; ++i)
        server.rooms->wake(code, {}, server.executor, [&](RoomRegistry::Woken const& room) { woken.push_back(*room); });
    CHECK(woken.empty());
    server.executor.run_until([&] { return woken.size() == 3; });
    REQUIRE(woken[0]);
    CHECK(woken[0] == server.rooms->find(code));
    CHECK(woken[1] == woken[0]);
    CHECK(woken[2] == woken[0]);
}

TEST_CASE("While the server stops, nobody joins a room that has just been woken either", "[room]") {
    Server server;
    auto const code = server.make("fortyone");
    server.lose(code, seat_two(server, code));
    server.pass(61min);
    REQUIRE(server.rooms->look_up(code).is_asleep);
    server.rooms->close();
    Person const late;
    auto const answer = server.ask(code, late, {{"type", "join"}, {"name", "late"}, {"role", "spectator"}});
    CHECK(answer["code"] == "shutting_down");
}

TEST_CASE("A room that can't be read stays in the store, whoever asks for it is told so, and the log says why",
          "[room]") {
    KeptLog const log(LogFormat::text);
    Server server;
    auto const code = server.make("fortyone");
    server.lose(code, seat_two(server, code));
    server.pass(61min);
    server.change("UPDATE room SET state = '{}'");
    std::optional<RoomRegistry::Woken> woken;
    server.rooms->wake(code, {}, server.executor, [&](RoomRegistry::Woken const& answer) { woken = answer; });
    server.executor.run_until([&] { return woken.has_value(); });
    REQUIRE(woken->has_error());
    CHECK(woken->error().code == ErrorCode::unavailable);
    CHECK(log.text().find(code + " can't be") != std::string::npos);
    server.start();
    CHECK_FALSE(server.room(code));
    CHECK(server.rooms->look_up(code).is_asleep);
}

TEST_CASE("The list shows the newest room first, also after a restart", "[room]") {
    Server server;
    std::vector<std::string> rooms;
    auto const make = [&] {
        rooms.push_back(server.make("fortyone"));
        REQUIRE(server.ask(rooms.back(), Person(), {{"type", "join"}, {"name", "n"}})["type"] == "joined");
    };
    for (int i = 0; i < 3; ++i) make();
    auto const in_order = [&] {
        auto const list = Json::parse(server.rooms->list().rooms);
        REQUIRE(list.size() == rooms.size());
        for (std::size_t i = 0; i < rooms.size(); ++i) CHECK(list[i]["room"] == rooms[rooms.size() - 1 - i]);
    };
    in_order();
    server.start();
    in_order();
    make();
    in_order();
}

TEST_CASE("A room in which nobody ever sat goes after a minute", "[room]") {
    Server server;
    auto const unused = server.make("fortyone"), used = server.make("fortyone");
    Person aki;
    REQUIRE(server.ask(used, aki, {{"type", "join"}, {"name", "n"}})["type"] == "joined");
    server.lose(used, {aki});
    server.pass(2min);
    CHECK_FALSE(server.has(unused));
    CHECK(server.has(used));
}

TEST_CASE("An address makes so many rooms, one that is gone counts no more, one in which a match has ended makes place",
          "[room]") {
    Server server({.capacity = {.rooms_an_address = 2}});
    auto const first = server.make_from("a");
    auto const people = seat_two(server, first);
    CHECK(server.has(server.make_from("a")));
    CHECK(server.make_from("a") == "too_many_rooms");
    CHECK(server.has(server.make_from("b")));
    SECTION("the one in which nobody sat is gone") {
        server.pass(2min);
        CHECK(server.has(server.make_from("a")));
        CHECK(server.make_from("a") == "too_many_rooms");
    }
    SECTION("a match has ended") {
        for (auto status = Json("playing"); status == "playing"; status = people[0].last("room")["status"]) {
            auto const& on_turn = on_turn_of(people[0], people[1]);
            auto const update = on_turn.last("update");
            REQUIRE(server.ask(
                        first, on_turn,
                        {{"type", "act"}, {"decision", update["decision"]}, {"action", update["legal"][0]}})["type"] ==
                    "ok");
        }
        CHECK(server.make_from("a") == "too_many_rooms");
        server.lose(first, {people[0], people[1]});
        CHECK(server.has(server.make_from("a")));
        server.settle();
        CHECK(server.rooms->look_up(first).is_asleep);
        CHECK(server.make_from("a") == "too_many_rooms");
    }
}

TEST_CASE("An address with many rooms never takes the place of one with few", "[room]") {
    Server server({.capacity = {.rooms = 30}});
    auto const waiting = server.make_from("few");
    Person person;
    REQUIRE(server.ask(waiting, person, {{"type", "join"}, {"name", "n"}})["type"] == "joined");
    server.lose(waiting, {person});
    std::vector<Person> people;
    auto made = 0;
    for (;; ++made) {
        auto const code = server.make_from("many");
        if (code == "server_full") break;
        REQUIRE(server.has(code));
        REQUIRE(server.ask(code, people.emplace_back(), {{"type", "join"}, {"name", "n"}})["type"] == "joined");
    }
    // The last tenth is for addresses with few rooms.
    CHECK(made == 26);
    CHECK(server.has(waiting));
    for (auto const* address : {"new", "newer", "few"}) CHECK(server.has(server.make_from(address)));
    CHECK(server.has(waiting));
}

TEST_CASE("When there are too many rooms, one in which nobody ever sat makes place: the oldest of whoever has most",
          "[room]") {
    Server server({.capacity = {.rooms = 5}});
    auto const playing = server.make_from("many");
    auto const people = seat_two(server, playing);
    auto const few = server.make_from("few");
    std::vector<std::string> many;
    for (int i = 0; i < 3; ++i) many.push_back(server.make_from("many"));
    auto const next = server.make_from("late");
    server.settle();
    CHECK(server.has(next));
    CHECK_FALSE(server.has(many[0]));
    CHECK(server.has(many[1]));
    CHECK(server.has(few));
    CHECK(server.has(playing));
    SECTION("then one that is abandoned; nobody's who is there") {
        for (auto const& code : {few, many[1], many[2], next}) {
            Person person;
            REQUIRE(server.ask(code, person, {{"type", "join"}, {"name", "n"}})["type"] == "joined");
            if (code == few) server.lose(few, {person});
        }
        auto const last = server.make_from("late");
        server.settle();
        CHECK(server.has(last));
        CHECK_FALSE(server.has(few));
        Person person;
        REQUIRE(server.ask(last, person, {{"type", "join"}, {"name", "n"}})["type"] == "joined");
        CHECK(server.make_from("late") == "server_full");
        CHECK(server.has(playing));
    }
}

TEST_CASE("Where only bots sit they play while somebody is there, then the room rests, and leaves the memory",
          "[room]") {
    Server server;
    auto const made = server.try_to_make({.game = "selfish",
                                          .seats = codec::WholeNumber{13},
                                          .bots = std::vector<Nullable<BotLevel>>(13, BotLevel::easy)},
                                         "a");
    auto const code = made->room;
    server.settle();
    Person watcher;
    Json const watch{{"type", "join"}, {"name", "n"}, {"role", "spectator"}};
    REQUIRE(server.ask(code, watcher, watch)["type"] == "joined");
    auto const first =
        std::ranges::find(watcher.got(), Json("update"), [](Json const& message) { return message["type"]; });
    REQUIRE(first != watcher.got().end());
    CHECK((*first)["seq"] == 1);
    server.executor.run_until([&] { return watcher.last("update")["seq"] > 3; });
    server.lose(code, {watcher});
    // A bot that thinks keeps the room awake for another minute.
    for (int minute = 0; minute < 10 && !server.rooms->look_up(code).is_asleep; ++minute) {
        server.settle();
        server.pass(1min);
    }
    CHECK(server.rooms->look_up(code).is_asleep);
    Person again;
    REQUIRE(server.ask(code, again, watch)["type"] == "joined");
    auto const seq = again.last("update")["seq"].get<int>();
    server.executor.run_until([&] { return again.last("update")["seq"].get<int>() > seq; });
}

TEST_CASE("After a restart there are no more rooms in memory than before, and rooms of bots alone stay in the store",
          "[room]") {
    Server server({.capacity = {.rooms = 3}});
    auto const bots = server
                          .try_to_make({.game = "selfish",
                                        .seats = codec::WholeNumber{13},
                                        .bots = std::vector<Nullable<BotLevel>>(13, BotLevel::easy)},
                                       "a")
                          ->room;
    std::vector<std::string> codes;
    for (int i = 0; i < 5; ++i) {
        auto const code = codes.emplace_back(server.make_from("b"));
        REQUIRE(server.has(code));
        server.lose(code, seat_two(server, code));
        server.settle();
    }
    server.start();
    auto const awake = std::ranges::count_if(codes, [&](auto const& code) { return server.has(code); });
    CHECK(awake == 3);
    CHECK(server.rooms->look_up(bots).is_asleep);
    for (auto const& code : codes) CHECK(server.room(code));
}

TEST_CASE("Where the matches in memory are as large as they may be, rooms at rest go, others are refused and none is "
          "taken up at the start",
          "[room]") {
    Server server({.capacity = {.match_bytes = 1000}});
    auto const rests = server.make("fortyone"), plays = server.make("fortyone");
    server.lose(rests, seat_two(server, rests));
    seat_two(server, plays);
    MatchBytes others;
    others.set(1000);
    // Addresses with few rooms make theirs until there is twice as much.
    auto const few = server.make_from("b");
    REQUIRE(few != "server_full");
    CHECK(server.has(rests));
    seat_two(server, few);
    // Then one room that rests makes place.
    others.set(2000);
    auto const made = server.make_from("a");
    REQUIRE(made != "server_full");
    others.set(1000);
    server.settle();
    CHECK_FALSE(server.has(rests));
    CHECK(server.has(plays));
    seat_two(server, made);
    others.set(2000);
    CHECK(server.make_from("b") == "server_full");
    others.set(1000);
    server.start();
    CHECK_FALSE(server.has(plays));
    others.set(0);
    CHECK(server.room(plays));
}
