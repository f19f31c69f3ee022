// For whom a match waits, as whoever asks for its running games is told of a room that is in the store alone.
#include "server/room/stored_form.hpp"
#include "tests/server/support/room_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

Person player(RoomFixture& table, std::string const& id) {
    Person person;
    person.client->who = std::make_shared<SeatPlayer const>(SeatPlayer{id, PlayerKind::human});
    table.say(person, {{"type", "join"}, {"name", id}});
    return person;
}

/// As the room is stored now.
std::vector<Seat> awaited(RoomFixture const& table) {
    auto const saved = table.stored<RoomSaved>().back().room;
    auto const state = state_of("ROOM", saved);
    REQUIRE(std::holds_alternative<RoomState>(state));
    return std::get<RoomState>(state).awaited;
}

} // namespace

TEST_CASE("a room is stored with the players who are away and for whom its match waits", "[room][people]") {
    RoomFixture table({"selfish", 2}, Keeps::journal);
    auto const aki = player(table, "aki"), ben = player(table, "ben");
    auto const& mover = on_turn_of(aki, ben);
    CHECK(awaited(table).empty());
    auto const before = table.stored<RoomSaved>().size();
    table.act(mover, RoomFixture::first_action(mover));
    // Nobody is away: an action stores nothing more.
    CHECK(table.stored<RoomSaved>().size() == before);
    auto const& next = on_turn_of(aki, ben);
    Seat const waits(next.last("joined")["seat"].get<int>());
    table.disconnect(next);
    CHECK(awaited(table) == std::vector{waits});
    Person again;
    again.client->who = next.client->who;
    table.say(again, {{"type", "resume"}, {"token", next.last("joined")["token"]}});
    CHECK(awaited(table).empty());
}

TEST_CASE("nobody waits for a bot, or for somebody who is nobody", "[room][people]") {
    RoomFixture table({"selfish", 2}, Keeps::journal);
    auto const aki = table.join("Aki"), ben = table.join("Ben");
    table.disconnect(on_turn_of(aki, ben));
    CHECK(awaited(table).empty());
}
