// Who watches a room, and what the others hear of it.
#include "protocol/codec/encode.hpp"
#include "server/room/room_info.hpp"
#include "tests/server/support/room_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

Json const watch{{"type", "join"}, {"name", "W"}, {"role", "spectator"}};

} // namespace

TEST_CASE("everybody is told of the number of spectators alone once a second at most, and of the last one in the end",
          "[room]") {
    RoomFixture table({"selfish", 3});
    auto const aki = table.join("Aki");
    auto const rooms = [&] {
        return std::ranges::count_if(aki.got(), [](Json const& message) { return message["type"] == "room"; });
    };
    auto const before = rooms();
    std::vector<Person> watchers;
    for (int i = 0; i < 20; ++i) {
        watchers.push_back(table.watch("W"));
        // Who comes is told the true number at once.
        CHECK(watchers.back().last("room")["spectators"] == i + 1);
    }
    CHECK(rooms() == before + 1);
    CHECK(aki.last("room")["spectators"] == 1);
    CHECK(table.room.next_check() == table.now + seconds(1));
    table.pass_time(1);
    CHECK(rooms() == before + 2);
    CHECK(aki.last("room")["spectators"] == 20);
    CHECK_FALSE(table.room.next_check());

    table.disconnect(watchers[0]);
    table.say(watchers[1], {{"type", "leave"}});
    CHECK(rooms() == before + 2);
    // Something else has changed: the number comes with it.
    auto const ben = table.join("Ben");
    CHECK(aki.last("room")["spectators"] == 18);
    CHECK(rooms() == before + 3);
    CHECK_FALSE(table.room.next_check());
    table.pass_time(1);
    table.disconnect(watchers[2]);
    CHECK(aki.last("room")["spectators"] == 17);
    // One more and one fewer is no news.
    table.disconnect(watchers[3]);
    table.watch("W");
    CHECK_FALSE(table.room.next_check());
    CHECK(rooms() == before + 4);
}

TEST_CASE("what a room writes while spectators come is proportional to their number", "[room]") {
    auto const written_for = [](int count) {
        RoomFixture table({"selfish", 3});
        table.join("Aki");
        std::size_t bytes = 0;
        for (int i = 0; i < count; ++i) {
            table.room.begin_transaction({});
            auto effects = table.handle(Person(), watch);
            bytes += effects.messages.bytes();
            table.publish(std::move(effects));
        }
        return bytes;
    };
    auto const few = written_for(100);
    CHECK(written_for(2000) < 21 * few);
}

TEST_CASE("spectators of a transaction that is taken back are as they were", "[room]") {
    RoomFixture table({"selfish", 3});
    auto const first = table.watch("W"), second = table.watch("W");
    Person const third;
    table.room.begin_transaction({});
    table.handle(third, watch);
    table.handle(first, {{"type", "leave"}});
    table.handle(first, watch);
    table.handle(first, {{"type", "leave"}});
    table.handle(third, {{"type", "leave"}});
    table.handle(third, watch);
    table.room.roll_back(table.now);
    auto const& spectators = table.room.presence().spectators();
    CHECK(spectators.size() == 2);
    CHECK(spectators.find(first.client));
    CHECK_FALSE(spectators.find(third.client));
    std::vector<ParticipantPtr> in_order;
    spectators.for_each([&](Spectator const& spectator) { in_order.push_back(spectator.client); });
    CHECK(in_order == std::vector<ParticipantPtr>{first.client, second.client});
    CHECK_FALSE(table.room.next_check());
}

TEST_CASE("lists of other servers show who is connected, where they know it", "[room]") {
    RoomFixture table({"selfish", 4});
    auto const aki = table.join("Aki"), ben = table.join("Ben");
    table.say(aki, {{"type", "fill"}});
    auto const watcher = table.watch("W");
    table.disconnect(ben);
    auto const known = presence_of(table.room.state(), table.room.presence());
    auto const at_another_server = [&](RoomPresence const& presence) {
        return Json::parse(codec::to_json(summary_of_other(table.room.state(), presence)));
    };
    auto const listed = at_another_server(known);
    CHECK(listed == Json::parse(codec::to_json(table.room.summary())));
    std::vector<Json> connected;
    for (auto const& seat : listed["seats"]) connected.push_back(seat["connected"]);
    CHECK(connected == std::vector<Json>{true, false, true, false});
    auto const unknown = at_another_server({.spectators = 1, .connected = {}});
    for (auto const& seat : unknown["seats"]) CHECK_FALSE(seat.contains("connected"));
}
