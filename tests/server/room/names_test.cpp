// Names in a room: no two look the same.
#include "server/room/names.hpp"
#include "tests/server/support/room_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

Json watch_as(std::string const& name) {
    return {{"type", "join"}, {"name", name}, {"role", "spectator"}};
}

/// The name under which a person who watches speaks.
std::string spoken_name(RoomFixture& table, Person const& person) {
    table.say(person, {{"type", "chat"}, {"text", "hi"}});
    return person.last("chat")["name"];
}

} // namespace

TEST_CASE("names that look the same have the same skeleton, others have not", "[room]") {
    // Fullwidth, Cyrillic, a mark that joins nothing, a digit for a letter.
    // So do spaces, and letters that leave a space.
    for (auto const* same : {"Ｍio", "Mіo", "Mi\u034fo", "Μio", "Mio ", " Mio", "Mio\u00a0", "Mio\u3000", "Mio\u2800"})
        CHECK(skeleton_of(same) == skeleton_of("Mio"));
    CHECK(skeleton_of("PayPal") == skeleton_of("PayPaI"));
    // A long s, letters of mathematics, an enclosing circle.
    for (auto const* same : {"Ｈｏｓｔ", "Hoſt", "𝐇𝐨𝐬𝐭", "Hos\u20ddt"}) CHECK(skeleton_of(same) == skeleton_of("Host"));
    for (auto const* other : {"Mia", "mio", "Mió", "美緒", "Mio 2"}) CHECK(skeleton_of(other) != skeleton_of("Mio"));
}

TEST_CASE("who has a name that looks like another's in the room gets a number: players, spectators and bots",
          "[room]") {
    RoomFixture table({"selfish", 4});
    auto const mio = table.join("Mio");
    auto const second = table.join("Mіo");
    CHECK(seat_of(second.last("room"), 0)["name"] == "Mio");
    CHECK(seat_of(second.last("room"), 1)["name"] == "Mіo 2");
    Person watcher, other;
    table.say(watcher, watch_as("Mio"));
    CHECK(spoken_name(table, watcher) == "Mio 3");
    table.say(other, watch_as("Ren"));
    CHECK(spoken_name(table, other) == "Ren");
    // The bot of seat 2 is called Ren, too.
    table.say(mio, {{"type", "fill"}});
    CHECK(seat_of(mio.last("room"), 2)["name"] == "Ren 2");
    // Whoever watches and takes a seat keeps the name.
    table.say(other, {{"type", "join"}, {"name", "Ren"}});
    CHECK(seat_of(mio.last("room"), 3)["name"] == "Ren");
}

TEST_CASE("a number takes the place of a long name's end", "[room]") {
    std::string const longest = "手手手手手手手手手手手手手手手手手手手手手手手手";
    auto const found =
        numbered(longest, 10, [&](std::string const& skeleton) { return skeleton == skeleton_of(longest); });
    CHECK(found.name == "手手手手手手手手手手手手手手手手手手手手手 10");
    CHECK(found.number == 10);
}

TEST_CASE("many of one name cost each the same, also when they come and go", "[room]") {
    RoomFixture table({"selfish", 3});
    std::vector<Person> watchers(500);
    for (auto const& watcher : watchers) table.say(watcher, watch_as("n"));
    CHECK(table.room.presence().spectators().next_number(skeleton_of("n")) == 501);
    CHECK(spoken_name(table, watchers.back()) == "n 500");
    // The first name is free again; the numbers go on.
    table.disconnect(watchers[0]);
    Person back, last;
    table.say(back, watch_as("n"));
    CHECK(spoken_name(table, back) == "n");
    table.say(last, watch_as("n"));
    CHECK(spoken_name(table, last) == "n 501");
}
