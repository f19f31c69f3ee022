// The memory that the actions of all matches take.
#include "server/match/match_actions.hpp"
#include "tests/server/support/room_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("The bytes of all matches in memory are counted, and gone with their rooms", "[room]") {
    auto const before = MatchBytes::in_all();
    {
        RoomFixture table({"sugekari21", 4}), other({"fortyone", 2});
        table.room.seat_bots(std::vector<Nullable<BotLevel>>(4, BotLevel::easy));
        table.publish(table.room.wake(table.now));
        auto const watcher = table.watch("W");
        table.let_bots_play(20);
        auto const some = MatchBytes::in_all();
        CHECK(some > before);
        table.let_bots_play();
        REQUIRE(table.room.finished_match(1));
        auto const size = table.room.finished_match(1)->actions.bytes().size();
        CHECK(MatchBytes::in_all() >= before + size);
        CHECK(MatchBytes::in_all() <= before + 2 * size + 64);
        // Where no journal is kept the room has the match until its end.
        auto const one = MatchBytes::in_all();
        Room const moved(std::move(table.room));
        CHECK(MatchBytes::in_all() == one);
    }
    CHECK(MatchBytes::in_all() == before);
}
