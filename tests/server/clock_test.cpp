#include "tests/server/room_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

PerSeat<MatchClock::Waiting> waits(MatchClock::Waiting first, MatchClock::Waiting second) {
    return {first, second};
}

} // namespace

TEST_CASE("a seat has its decision's seconds, then its bank") {
    MatchClock clock({10, 30}, 2);
    TimePoint const start{};
    clock.wait_for(waits(1, std::nullopt), start);
    CHECK(clock.deadline(Seat(0)) == start + seconds(40));
    CHECK_FALSE(clock.deadline(Seat(1)));
    CHECK(clock.deadline_for(Seat(1)) == start + seconds(40));
    CHECK(clock.deadline_for(Observer::spectator()) == start + seconds(40));

    // 15 s for a decision of 10 s: 5 s come off the bank.
    clock.wait_for(waits(std::nullopt, 1), start + seconds(15));
    CHECK(clock.bank(Seat(0)) == seconds(25));
    clock.wait_for(waits(2, std::nullopt), start + seconds(16));
    CHECK(clock.deadline(Seat(0)) == start + seconds(16 + 10 + 25));
}

TEST_CASE("another's move does not give a seat more time, a new decision does") {
    MatchClock clock({10, 0}, 2);
    TimePoint const start{};
    clock.wait_for(waits(1, 1), start);
    clock.wait_for(waits(1, std::nullopt), start + seconds(4));
    CHECK(clock.deadline(Seat(0)) == start + seconds(10));
    clock.wait_for(waits(2, std::nullopt), start + seconds(5));
    CHECK(clock.deadline(Seat(0)) == start + seconds(15));
}

TEST_CASE("an update says how long until a bot acts, and then one does") {
    RoomFixture table("fortyone", 2, ClockSetting{5, 2});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    CHECK(aki.last("update")["deadline_ms"] == 7000);
    CHECK(ben.last("update")["deadline_ms"] == 7000);
    CHECK(table.room.deadline() == table.now + seconds(7));

    table.pass_time(6.9);
    CHECK(table.tasks.empty());
    table.pass_time(0.1);
    REQUIRE(table.tasks.size() == 1);
    CHECK_FALSE(table.room.deadline());
    table.let_bots_play(1);
    CHECK(aki.last("update")["seq"] == 2);
    CHECK(aki.last("update")["deadline_ms"] == 7000);
}

TEST_CASE("who acts in time is not played by a bot, although the time ran out for an earlier decision") {
    RoomFixture table("selfish", 2, ClockSetting{5, 0});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& on_turn = aki.last("update").contains("legal") ? aki : ben;
    table.pass_time(5);
    REQUIRE(table.tasks.size() == 1);
    table.act(on_turn, {{"type", "draw"}});
    CHECK(on_turn.last("update")["seq"] == 2);
    table.let_bots_play(1);
    CHECK(on_turn.last("update")["seq"] == 2);
}

TEST_CASE("a seat resumed from a bot has its decision's full seconds") {
    RoomFixture table("fortyone", 2, ClockSetting{10, 0});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& on_turn = aki.last("update").contains("legal") ? aki : ben;
    table.say(on_turn, {{"type", "leave"}});
    table.now += seconds(8);
    Person back;
    table.say(back, {{"type", "resume"}, {"token", on_turn.last("joined")["token"]}});
    CHECK(back.last("update")["deadline_ms"] == 10000);
}

TEST_CASE("without a clock no update speaks of time") {
    RoomFixture table("fortyone", 2);
    auto const aki = table.join("Aki");
    table.join("Ben");
    CHECK_FALSE(aki.last("update").contains("deadline_ms"));
    CHECK_FALSE(table.room.deadline());
}
