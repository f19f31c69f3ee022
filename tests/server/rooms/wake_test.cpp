// Sleeping rooms that are woken, on two of the server's threads.
#include "server/rooms/room_registry.hpp"
#include "tests/server/support/fake_executor.hpp"
#include "tests/server/support/fake_store.hpp"
#include "tests/server/support/room_fixture.hpp"
#include "tests/server/support/wait_for_reads.hpp"

#include <memory>
#include <optional>
#include <random>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;
using namespace std::chrono_literals;

namespace {

/// A server with two threads, which a test runs one by one, and a place in memory for one room.
class TwoLoops {
public:
    ~TwoLoops() {
        first.drop();
        second.drop();
    }

    void run() {
        while (first.waiting() + second.waiting() > 0) {
            first.run();
            second.run();
        }
    }
    template <class Condition>
    void run_until(Condition const& is_so) {
        for (run(); !is_so(); run()) std::this_thread::sleep_for(1ms);
    }

    void make(std::string const& game, std::function<void(std::string)> const& done) {
        rooms.create({.game = game, .seats = codec::WholeNumber{2}}, {},
                     [done](auto const& made) { done(made->room); });
    }

    void say(std::shared_ptr<RoomActor> const& room, Person const& person, Json const& message) {
        auto [id, read] = room_message(message);
        room->deliver(person.client, id, std::move(read), first.now());
    }

    FakeStore store;
    FakeExecutor first, second;
    JournalWriter writer{store};
    StoreReader reader{store};
    BotPool bots{1, 0ms};
    RoomRegistry rooms{{&first, &second},
                       [random = std::make_shared<std::mt19937>(1)](std::span<std::uint8_t> bytes) {
                           for (auto& byte : bytes) byte = static_cast<std::uint8_t>((*random)());
                       },
                       {.capacity = {.rooms = 1}},
                       bots,
                       Journal{&store, &writer, &reader}};
};

} // namespace

TEST_CASE("A room that two wake at once never goes back to what it was, however late one of them is", "[room]") {
    TwoLoops server;
    std::string code;
    server.make("selfish", [&](std::string const& made) { code = made; });
    server.run_until([&] { return !code.empty(); });
    Person const aki, ben;
    auto room = server.rooms.find(code);
    server.say(room, aki, {{"type", "join"}, {"name", "Aki"}});
    server.say(room, ben, {{"type", "join"}, {"name", "Ben"}});
    server.run_until([&] { return !ben.last("update").is_null(); });
    auto const& on_turn = on_turn_of(aki, ben);
    auto const token = on_turn.last("joined")["token"];
    for (auto const* person : {&aki, &ben}) room->disconnect(person->client);
    server.run();
    room.reset();
    // It leaves the memory for another.
    int others = 0;
    server.make("selfish", [&](std::string const&) { ++others; });
    server.run_until([&] { return others == 1 && server.rooms.look_up(code).is_asleep; });

    std::vector<RoomRegistry::Woken> woken;
    auto const note = [&](RoomRegistry::Woken const& one) { woken.push_back(one); };
    server.rooms.wake(code, {}, server.first, note);
    server.rooms.wake(code, {}, server.second, note);
    wait_for_reads(server.reader);
    // The first thread alone: somebody acts there, and the room leaves the memory again.
    server.first.run_until([&] { return server.rooms.find(code) != nullptr; });
    room = server.rooms.find(code);
    Person const again;
    server.say(room, again, {{"type", "resume"}, {"token", token}});
    server.first.run_until([&] { return !again.last("update").is_null(); });
    server.say(room, again,
               {{"type", "act"}, {"decision", again.last("update")["decision"]}, {"action", {{"type", "draw"}}}});
    server.first.run_until([&] { return !server.store.stored<ActionTaken>().empty(); });
    room->disconnect(again.client);
    server.first.run();
    room.reset();
    server.make("selfish", [&](std::string const&) { ++others; });
    server.first.run_until([&] { return server.rooms.find(code) == nullptr; });

    // Now the second thread gets on.
    server.run_until([&] { return woken.size() == 2 && others == 2; });
    server.rooms.wake(code, {}, server.first, note);
    server.run_until([&] { return woken.size() == 3; });
    Person const late;
    server.say(*woken.back(), late, {{"type", "resume"}, {"token", token}});
    server.run_until([&] { return !late.last("update").is_null(); });
    CHECK(late.last("update")["seq"] == 2);
}
