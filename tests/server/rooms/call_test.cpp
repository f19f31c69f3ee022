// The link to where a room talks, and the store.
#include "server/room/stored_form.hpp"
#include "tests/server/support/room_table.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("a call is stored before its ok; where it can't be, nobody has it", "[room]") {
    std::string const link = "https://talk.example/our-evening";
    Json const call{{"type", "call"}, {"id", 7}, {"link", link}};
    Table table(RoomPlan{.game = "selfish", .seats = 3, .is_public = false});
    auto const host = table.join("Aki");
    table.store->refuse("ROOM");
    CHECK(table.ask(host, call)["code"] == "unavailable");
    CHECK_FALSE(host.last("room").contains("call"));
    table.store->accept();
    table.say(host, {{"type", "leave"}});
    auto const next = table.join("Ben");
    CHECK_FALSE(next.last("room").contains("call"));
    REQUIRE(table.ask(next, call)["type"] == "ok");
    auto const stored = table.store->stored<RoomSaved>().back().room;
    CHECK(stored.call == link);
    CHECK(std::get<RoomState>(state_of("ROOM", stored)).call == link);
}
