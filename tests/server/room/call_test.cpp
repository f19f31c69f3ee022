// The link to where a room talks while it plays.
#include "protocol/codec/encode.hpp"
#include "server/room/room_info.hpp"
#include "server/room/stored_form.hpp"
#include "tests/server/support/room_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

std::string const talk_link = "https://talk.example/our-evening";

RoomPlan private_room() {
    return {.game = "selfish", .seats = 3, .is_public = false};
}

Json call(Json where = talk_link) {
    return {{"type", "call"}, {"id", 7}, {"link", std::move(where)}};
}

} // namespace

TEST_CASE("a private room's host shows everybody in it where the room talks, and nobody else", "[room]") {
    RoomFixture table(private_room(), Keeps::journal);
    auto const host = table.join("Aki");
    auto const guest = table.join("Ben");
    host.got().clear();
    table.say(host, call());
    CHECK(host.types() == "ok room");
    CHECK(guest.last("room")["call"] == talk_link);
    auto const watcher = table.watch("W");
    CHECK(watcher.last("room")["call"] == talk_link);
    CHECK(codec::to_json(table.room.summary()).find("talk.example") == std::string::npos);
    CHECK(codec::to_json(summary_of_stored(table.room.state())).find("talk.example") == std::string::npos);
    table.say(host, call(nullptr));
    CHECK_FALSE(guest.last("room").contains("call"));
}

TEST_CASE("a call is the host's, who is not muted, and no public room's or board's", "[room]") {
    RoomFixture table(private_room());
    auto const host = table.join("Aki");
    auto const guest = table.join("Ben");
    Person const stranger;
    auto const code_of_answer = [&](RoomFixture& there, Person const& person) {
        there.say(person, call());
        return person.last().value("code", "");
    };
    CHECK(code_of_answer(table, stranger) == "not_seated");
    CHECK(code_of_answer(table, guest) == "not_host");
    host.client->mute = Rejection{ErrorCode::muted, "You are muted."};
    CHECK(code_of_answer(table, host) == "muted");
    CHECK_FALSE(guest.last("room").contains("call"));
    RoomFixture open({.game = "selfish", .seats = 3});
    auto const other_host = open.join("Aki");
    other_host.client->mute = host.client->mute;
    CHECK(code_of_answer(open, other_host) == "bad_options");

    OpenBoards const boards;
    BoardSetting const board{.day = 20000, .player = "aki", .open = &boards};
    RoomFixture daily(
        {.game = "selfish", .seats = 3, .is_public = false, .board = std::make_shared<BoardSetting const>(board)});
    Person player;
    player.client->who = std::make_shared<SeatPlayer const>(SeatPlayer{"aki", PlayerKind::human});
    daily.say(player, {{"type", "join"}, {"name", "Aki"}});
    CHECK(code_of_answer(daily, player) == "bad_options");
}

TEST_CASE("a call goes with its room, and with a report to the operator", "[room]") {
    RoomFixture table(private_room(), Keeps::journal);
    auto const host = table.join("Aki");
    auto const guest = table.join("Ben");
    table.say(guest, {{"type", "report"}});
    table.say(host, call());
    table.say(guest, {{"type", "report"}, {"seat", 0}});
    REQUIRE(guest.client->reports.size() == 2);
    CHECK_FALSE(guest.client->reports[0].call);
    CHECK(guest.client->reports[1].call == talk_link);
    table.room.begin_transaction({});
    table.publish(table.room.close_for_good("Closed.", table.now));
    CHECK(table.room.state().call.empty());
}
