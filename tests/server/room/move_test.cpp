// Going from one's seat to an empty one.
#include "tests/server/support/restored.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

Json move_to(int seat) {
    return {{"type", "move"}, {"id", "m"}, {"seat", seat}};
}

} // namespace

TEST_CASE("a move is answered by ok, joined with the same token, then room; who is host stays it", "[room]") {
    RoomFixture table({"selfish", 4});
    auto const aki = table.join("Aki"), ben = table.join("Ben");
    auto const token = aki.last("joined")["token"];
    aki.got().clear();
    ben.got().clear();
    table.say(aki, move_to(3));
    CHECK(aki.types() == "ok joined room");
    CHECK(aki.got()[1] == Json({{"type", "joined"}, {"room", "ROOM"}, {"seat", 3}, {"token", token}}));
    CHECK(ben.types() == "room");
    auto const room = ben.last("room");
    CHECK(seat_of(room, 0)["kind"] == "empty");
    CHECK(seat_of(room, 0)["connected"] == false);
    CHECK(seat_of(room, 3)["name"] == "Aki");
    CHECK(seat_of(room, 3)["connected"] == true);
    CHECK(seat_of(room, 3)["host"] == true);
    // Another one's move leaves the host where it is.
    table.say(ben, move_to(0));
    CHECK(seat_of(aki.last("room"), 3)["host"] == true);
    // The token opens the new seat.
    auto const again = table.resume(token);
    CHECK(again.last("joined")["seat"] == 3);
    CHECK(aki.last("replaced")["room"] == "ROOM");
}

TEST_CASE("nobody moves in a match, to a seat that is taken or none of the room's, or without a seat", "[room]") {
    RoomFixture table({"selfish", 3});
    auto const aki = table.join("Aki"), ben = table.join("Ben");
    auto const watcher = table.watch("Ren");
    auto const refused = [&](Person const& person, int seat, std::string const& code) {
        INFO(seat << " " << code);
        table.say(person, move_to(seat));
        CHECK(person.last()["code"] == code);
    };
    refused(watcher, 2, "not_seated");
    for (auto const seat : {-1, 3}) refused(aki, seat, "bad_message");
    for (auto const seat : {0, 1}) refused(aki, seat, "seat_taken");
    table.say(aki, {{"type", "fill"}});
    for (auto const seat : {-1, 2, 3}) refused(ben, seat, "already_playing");
    CHECK(table.room.state().seats[Seat(1)].name == "Ben");
}

TEST_CASE("after a match a move takes along who asked for a rematch, the entropy, and the seat of that match",
          "[room]") {
    RoomFixture table({"selfish", 3}, Keeps::journal);
    auto const aki = table.join("Aki"), ben = table.join("Ben"), eri = table.join("Eri");
    for (auto const& person : {aki, ben, eri}) table.leave(person);
    table.let_bots_play();
    REQUIRE(table.room.state().status == RoomStatus::finished);
    auto const resume = [](Person const& person) -> Json {
        return {{"type", "resume"}, {"token", person.last("joined")["token"]}};
    };
    for (auto const& person : {aki, ben, eri}) table.say(person, resume(person));
    table.say(aki, {{"type", "leave"}});
    table.say(eri, {{"type", "rematch"}, {"entropy", "of Eri"}});
    table.say(eri, move_to(0));
    REQUIRE(eri.last("joined")["seat"] == 0);
    CHECK(table.room.state().seats[Seat(0)].wants_rematch);
    CHECK(table.room.state().seats[Seat(0)].entropy == "of Eri");
    CHECK_FALSE(table.room.state().seats[Seat(2)].wants_rematch);
    // The finished match is seen from the seat that one had in it, also from another process.
    table.room = restored(table);
    Person again;
    table.say(again, resume(eri));
    CHECK(again.last("joined")["seat"] == 0);
    CHECK(again.last("update")["view"]["seat"] == 2);
}
