// Which seat of the newest match a seat of the room sees: after the match they need not be the same.
#include "server/room/seating.hpp"
#include "tests/server/support/restored.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// Aki and Ben, of whom Ben has left after their match, and Eri, who has sat down in his place.
struct AfterAMatch : RoomFixture {
    AfterAMatch() : RoomFixture({"selfish", 2}, Keeps::journal), aki(join("Aki")), ben(join("Ben")) {
        for (auto const& person : {aki, ben}) leave(person);
        let_bots_play();
        REQUIRE(room.state().status == RoomStatus::finished);
        say(aki, resume(aki));
        say(ben, resume(ben));
        say(ben, {{"type", "leave"}});
        say(eri, {{"type", "join"}, {"name", "Eri"}, {"entropy", "hers"}});
    }

    static Json resume(Person const& person) { return {{"type", "resume"}, {"token", person.last("joined")["token"]}}; }

    Person aki, ben, eri;
};

} // namespace

TEST_CASE("who sits down after a match is shown it as a spectator is", "[room]") {
    AfterAMatch table;
    CHECK(table.eri.last("joined")["seat"] == 1);
    CHECK(table.eri.types() == "joined room update");
    CHECK(table.eri.last("update")["view"]["seat"] == nullptr);
    auto const watcher = table.watch("Ren");
    CHECK(table.eri.last("update") == watcher.last("update"));
    // So are the updates before it.
    auto since = AfterAMatch::resume(table.eri);
    since["since"] = watcher.last("update")["seq"].get<int>() - 1;
    Person again;
    table.say(again, since);
    REQUIRE(again.types() == "joined room update update");
    CHECK(again.got()[2]["view"]["seat"] == nullptr);
    CHECK(table.aki.last("update")["view"]["seat"] == 0);
}

TEST_CASE("who sits down after a match has to ask for the next one like everybody, with another entropy or the same",
          "[room]") {
    AfterAMatch table;
    table.say(table.aki, {{"type", "rematch"}, {"entropy", "more"}});
    CHECK(table.aki.last("room")["status"] == "finished");
    table.say(table.eri, {{"type", "rematch"}});
    CHECK(table.aki.last("room")["status"] == "playing");
    CHECK(table.stored<MatchBegun>().back().setup.entropies == std::vector<std::string>{"more", "hers"});
}

TEST_CASE("a room that is taken up again knows who had which seat of its last match", "[room]") {
    AfterAMatch table;
    table.room = restored(table);
    Person aki, eri;
    table.say(aki, AfterAMatch::resume(table.aki));
    table.say(eri, AfterAMatch::resume(table.eri));
    CHECK(aki.last("update")["view"]["seat"] == 0);
    CHECK(eri.last("update")["view"]["seat"] == nullptr);
    table.say(aki, {{"type", "start"}});
    CHECK(eri.last("update")["view"]["seat"] == 1);
}

TEST_CASE("a seat that is closed keeps its decision number for whoever has it later", "[room]") {
    AfterAMatch table;
    auto const reached = table.room.state().decisions;
    table.say(table.eri, {{"type", "leave"}});
    REQUIRE(reached[Seat(1)] > 0);
    auto state = table.room.state();
    auto presence = table.room.presence();
    set_seats(state, presence, 1, table.now);
    CHECK(state.seats.seats() == 1);
    CHECK(state.decisions == reached);
}
