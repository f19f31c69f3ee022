// Rooms whose commands, claims and lists meet an allocation that fails: nobody waits for ever.
#include "server/rooms/room_registry.hpp"
#include "tests/server/support/failing_memory.hpp"
#include "tests/server/support/room_table.hpp"

#include <random>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;
using namespace std::chrono_literals;

namespace {

/// Runs what is posted, with the n-th allocation failing. \returns whether so many were made
bool run_with_failure(FakeExecutor& executor, int n) {
    fail_allocation(n);
    executor.run();
    auto const ended = is_to_fail();
    fail_allocation(0);
    return !ended;
}

/// A registry of rooms on one thread.
struct OneLoop {
    ~OneLoop() {
        store.let_go();
        thread.drop();
    }

    std::string make() {
        std::string code;
        rooms.create({.game = "selfish", .seats = codec::WholeNumber{3}, .public_ = true}, {},
                     [&](auto const& made) { code = made->room; });
        thread.run_until([&] { return !code.empty(); });
        return code;
    }
    void say(std::string const& room, Person const& person, Json const& message) {
        auto [id, read] = room_message(message);
        rooms.find(room)->deliver(person.client, id, std::move(read), thread.now());
    }

    /// What the store's thread was asked for until now has been read.
    void wait_for_reads() {
        auto done = false;
        reader.read_room("NONE", thread, [&](auto const&) { done = true; });
        thread.run_until([&] { return done; });
    }

    FakeStore store;
    FakeExecutor thread;
    JournalWriter writer{store};
    StoreReader reader{store};
    BotPool bots{1, 0ms};
    RoomRegistry rooms{{&thread},
                       [random = std::mt19937(1)](std::span<std::uint8_t> bytes) mutable {
                           for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
                       },
                       {},
                       bots,
                       Journal{&store, &writer, &reader}};
};

} // namespace

TEST_CASE("Whatever a room is asked to do from elsewhere is done, wherever memory runs out on its way",
          "[room][out-of-memory]") {
    Table table({"selfish", 3});
    auto const aki = table.join("Aki");
    auto failures = 0;
    for (auto goes_on = true; goes_on;) {
        INFO("allocation " << ++failures);
        auto const ben = table.join("Ben");
        auto read = 0, told = 0;
        table.actor->disconnect(ben.client);
        table.actor->remove_player("nobody", [&](bool) { ++told; });
        table.actor->read([&](Room const&) { ++read; });
        goes_on = run_with_failure(table.executor, failures);
        table.executor.run_until([&] { return told == 1; });
        // What it does by itself is tried again where it fails.
        table.executor.pass(2s);
        table.read([&](Room const& room) {
            CHECK_FALSE(room.presence().has(ben.client));
            // It may have been refused, as a client's message is.
            CHECK(read <= 1);
        });
        table.say(aki, {{"type", "kick"}, {"seat", 1}});
    }
    CHECK(failures > 3);
}

TEST_CASE("Wherever memory runs out as what waits in a room is carried out, all of it is answered",
          "[room][out-of-memory]") {
    Table table({"selfish", 3});
    auto const aki = table.join("Aki");
    auto failures = 0;
    for (auto goes_on = true; goes_on;) {
        INFO("allocation " << ++failures);
        auto const before = aki.client->answers;
        Person const ben;
        table.store->hold();
        table.say(ben, {{"type", "join"}, {"name", "Ben"}});
        for (int i = 0; i < 3; ++i) table.say(aki, {{"type", "chat"}, {"text", "hi"}});
        table.store->wait_for_commit();
        table.store->let_go();
        table.executor.wait_for_task();
        goes_on = run_with_failure(table.executor, failures);
        table.executor.run_until([&] { return aki.client->answers == before + 3 && ben.client->answers == 1; });
        table.ask(ben, {{"type", "leave"}});
    }
    CHECK(failures > 5);
}

TEST_CASE("Wherever memory runs out as a claim ends, whoever wakes the room later is told", "[room][out-of-memory]") {
    auto failures = 0;
    for (auto goes_on = true; goes_on;) {
        INFO("allocation " << ++failures);
        OneLoop server;
        auto const room = server.make();
        Person aki, ben;
        for (auto const* person : {&aki, &ben}) server.say(room, *person, {{"type", "join"}, {"name", "n"}});
        server.say(room, aki, {{"type", "start"}});
        server.thread.run_until([&] { return !ben.last("update").is_null(); });
        for (auto const* person : {&aki, &ben}) server.rooms.find(room)->disconnect(person->client);
        server.thread.run();
        server.rooms.find(room)->evict([] {});
        server.thread.run_until([&] { return server.rooms.look_up(room).is_asleep; });
        server.wait_for_reads();

        auto first = 0, second = 0;
        server.rooms.wake(room, {}, server.thread, [&](auto const&) { ++first; });
        server.thread.wait_for_task();
        goes_on = run_with_failure(server.thread, failures);
        server.rooms.wake(room, {}, server.thread, [&](auto const& woken) { second += woken ? 1 : 100; });
        server.thread.run_until([&] { return second > 0; });
        CHECK(second == 1);
        CHECK(first == 1);
        CHECK(server.rooms.claims_work());
    }
    CHECK(failures > 20);
}

TEST_CASE("Wherever memory runs out as a room changes, lists show it as it is", "[room][out-of-memory]") {
    OneLoop server;
    auto failures = 0;
    for (auto goes_on = true; goes_on;) {
        INFO("allocation " << ++failures);
        auto const room = server.make();
        Person const aki;
        server.store.hold();
        server.say(room, aki, {{"type", "join"}, {"name", "Aki " + std::to_string(failures)}});
        server.thread.run();
        server.store.wait_for_commit();
        server.store.let_go();
        server.thread.wait_for_task();
        goes_on = run_with_failure(server.thread, failures);
        server.thread.run_until([&] { return aki.client->answers == 1; });
        CHECK((server.rooms.list().rooms.find("Aki " + std::to_string(failures)) != std::string::npos ||
               aki.last("joined").is_null()));
    }
    CHECK(failures > 10);
}
