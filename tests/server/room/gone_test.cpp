// A deleted player is shown nowhere, also where nobody could leave its seat yet.
#include "protocol/codec/encode.hpp"
#include "server/match/match_record.hpp"
#include "server/room/match_result.hpp"
#include "tests/server/support/room_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("from its deletion on a player's id and name are in nothing that a room tells", "[room][people]") {
    RoomFixture table({.game = "selfish", .seats = 2}, Keeps::journal);
    Person gone;
    gone.client->who = std::make_shared<SeatPlayer const>(SeatPlayer{"gone0gone0go", PlayerKind::human});
    table.say(gone, {{"type", "join"}, {"name", "Sue"}, {"extras", true}});
    table.say(gone, {{"type", "chat"}, {"text", "hello"}});
    auto const other = table.join("Haru");
    REQUIRE(other.last("room")["seats"][0]["player"]["id"] == "gone0gone0go");
    table.act(on_turn_of(gone, other), RoomFixture::first_action(on_turn_of(gone, other)));

    gone_players().add("gone0gone0go");
    auto const watcher = table.enter({{"type", "join"}, {"name", "Ren"}, {"role", "spectator"}, {"extras", true}});
    auto const& record = table.room.match()->record();
    std::vector<std::string> told{codec::to_json(table.room.summary()), replay_of(record),
                                  result_of(table.room.state(), *table.room.match(), {}).text};
    for (auto const& message : watcher.got()) told.push_back(message.dump());
    for (auto const& text : told) {
        INFO(text);
        CHECK(text.find("gone0gone0go") == std::string::npos);
        CHECK(text.find("Sue") == std::string::npos);
    }
    CHECK(seat_of(watcher.last("room"), 0)["name"] == "\u2013");
    CHECK(watcher.last("chat_log")["lines"][0]["name"] == "\u2013");
    CHECK(Json::parse(replay_of(record))["players"][0].is_null());
    CHECK(result_of(table.room.state(), *table.room.match(), {}).players.empty());
    // The store has it until the seat is left: there the player is found by it.
    CHECK(players_of(table.room.state()).ids == std::vector<std::string>{"gone0gone0go"});
}
