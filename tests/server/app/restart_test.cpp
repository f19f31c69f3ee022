// A room that was stored and is there again: seats, numbers, clocks and bots are as they were.
#include "server/room/stored_form.hpp"
#include "server/store/sqlite/sqlite_store.hpp"
#include "tests/server/support/data_directory.hpp"
#include "tests/server/support/room_fixture.hpp"

#include <functional>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// A room whose server may be killed at any time.
class StoredTable : public RoomFixture {
public:
    explicit StoredTable(RoomPlan const& plan) : RoomFixture(plan, Keeps::journal) { begin(); }

    /// The server is killed, and started again so many seconds after the machine: its clock begins anew.
    /// \param damage done to what was stored
    void restart(
        double uptime, std::function<void(StoredRoom&)> const& damage = [](StoredRoom&) {}) {
        open_sqlite_store(directory_.path)->commit(std::vector<Transaction>{{"ROOM", std::exchange(changes, {})}});
        tasks.clear();
        now = TimePoint(seconds(uptime));
        auto stored = open_sqlite_store(directory_.path)->read_room("ROOM");
        REQUIRE(stored);
        damage(*stored);
        auto read = room_of(*stored);
        if (auto const* illegal = std::get_if<Illegal>(&read)) FAIL(illegal->reason);
        record = std::get<RoomRecord>(std::move(read));
        room = Room(record, counted_bytes(100), now);
        begin();
    }

    Person resume(Person const& person, Json message = {}) {
        message["type"] = "resume";
        message["token"] = person.last("joined")["token"];
        Person again;
        say(again, message);
        return again;
    }

    /// The room as it was stored at the newest start.
    RoomRecord record;

private:
    void begin() {
        room.begin_transaction({});
        publish(room.wake(now));
    }

    DataDirectory const directory_;
};

/// What an update says but for the time that is left.
Json without_time(Json update) {
    for (auto const* field : {"deadline_ms", "resync", "events"}) update.erase(field);
    return update;
}

} // namespace

TEST_CASE("After a restart seats, tokens, host, bots and numbers are as they were", "[app]") {
    StoredTable table({"selfish", 4});
    auto aki = table.join("Aki");
    auto const ben = table.enter({{"type", "join"}, {"name", "Ben"}, {"seat", 2}, {"updates", "events"}});
    table.say(aki, {{"type", "fill"}, {"level", "normal"}});
    table.say(aki, {{"type", "fill"}, {"level", "hard"}});
    table.say(aki, {{"type", "leave"}});
    auto const told = ben.last("room");
    auto const levels = [&] {
        std::vector<BotLevel> all;
        for (auto const& seat : table.room.state().seats) all.push_back(seat.level);
        return all;
    };
    auto const levels_before = levels();
    auto const update = ben.last("update");

    table.restart(5);
    CHECK(levels() == levels_before);
    auto const back = table.resume(ben, {{"updates", "events"}});
    CHECK(back.last("joined")["token"] == ben.last("joined")["token"]);
    CHECK(back.last("joined")["seat"] == 2);
    CHECK(back.last("room") == told);
    CHECK(back.last("update")["seq"] == update["seq"]);
    CHECK(without_time(back.last("update")) == without_time(update));
    CHECK(back.last("update")["resync"] == true);
}

TEST_CASE("After a restart the bots that were to decide are asked again", "[app]") {
    StoredTable table({"fortyone", 2});
    auto const aki = table.join("Aki");
    table.say(aki, {{"type", "fill"}});
    table.leave(aki);
    REQUIRE(table.tasks.size() == 1);
    auto const asked = table.tasks.front();
    table.restart(5);
    REQUIRE(table.tasks.size() == 1);
    CHECK(table.tasks.front().seat == asked.seat);
    CHECK(table.tasks.front().decision == asked.decision);
    table.let_bots_play();
    CHECK(table.room.state().status == RoomStatus::finished);
}

TEST_CASE("After a restart a seat has its bank, and its running decision the full seconds", "[app]") {
    StoredTable table({"fortyone", 2, ClockSetting{10, 30}});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& first = on_turn_of(aki, ben);
    auto const& second = &first == &aki ? ben : aki;
    table.pass_time(25.5);
    table.act(first, table.first_action(first));
    REQUIRE(second.last("update").contains("legal"));
    table.pass_time(12);

    table.restart(3);
    // What the second has used of its bank is gone, although the decision begins anew.
    CHECK(table.resume(second).last("update")["deadline_ms"] == 38'000);
    auto const again = table.resume(second);
    table.act(again, table.first_action(again));
    auto const back = table.resume(first);
    REQUIRE(back.last("update").contains("legal"));
    CHECK(back.last("update")["deadline_ms"] == 10'000 + 14'500);
    CHECK(table.room.deadline() == table.now + seconds(24.5));
}

TEST_CASE("A crash gives back at most as much of a bank as the running decision had used before", "[app]") {
    StoredTable table({"fortyone", 2, ClockSetting{10, 30}});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto on_turn = on_turn_of(aki, ben);
    for (int start = 1; start <= 3; ++start) {
        auto const end = table.now + seconds(16.7);
        for (auto due = table.room.next_check(); due && *due <= end; due = table.room.next_check()) {
            table.now = *due;
            table.pass_time(0);
        }
        table.now = end;
        table.restart(start);
        on_turn = table.resume(on_turn);
        // Each time 6.7 seconds beyond the decision's, which was noted after 1, 2 and 4.
        CHECK(on_turn.last("update")["deadline_ms"] == 10'000 + 30'000 - start * 4'000);
    }
    table.act(on_turn, table.first_action(on_turn));
    CHECK(table.stored<ActionTaken>().back().banks[0] + table.stored<ActionTaken>().back().banks[1] == 60'000 - 12'000);
}

TEST_CASE("However often the server starts, no clock drifts and the match's time does not go back", "[app]") {
    StoredTable table({"fortyone", 2, ClockSetting{10, 30}});
    auto aki = table.join("Aki");
    auto ben = table.join("Ben");
    for (int start = 0; start < 8; ++start) {
        auto const& on_turn = on_turn_of(aki, ben);
        // A second beyond the decision's, and a tenth of a millisecond that no clock may gather.
        table.pass_time(11.0001);
        table.act(on_turn, table.first_action(on_turn));
        table.restart(start);
        aki = table.resume(aki);
        ben = table.resume(ben);
    }
    std::int64_t lost = 0;
    for (auto const bank : table.record.banks) lost += 30'000 - bank;
    CHECK(lost >= 8'000);
    CHECK(lost <= 8'008);
    auto const& actions = table.record.last_match->actions;
    REQUIRE(actions.size() == 8);
    std::int64_t ms = 0;
    // 11 s for each; the time between a kill and the start is not the match's.
    for (auto const& action : actions) CHECK(action.ms == (ms += 11'000));
}

TEST_CASE("After a restart what was missed is sent again as it was, without the time", "[app]") {
    StoredTable table({"selfish", 2, ClockSetting{10, 30}});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    for (int i = 0; i < 3; ++i) {
        auto const& on_turn = on_turn_of(aki, ben);
        table.act(on_turn, {{"type", "draw"}});
    }
    auto missed = aki.got();
    std::erase_if(missed, [](Json const& message) { return message["type"] != "update" || message["seq"] <= 2; });
    REQUIRE(missed.size() == 2);
    table.restart(5);
    auto const back = table.resume(aki, {{"since", 2}});
    REQUIRE(back.types() == "joined room update update update");
    for (std::size_t i = 0; i < missed.size(); ++i) {
        missed[i].erase("deadline_ms");
        CHECK(back.got()[2 + i] == missed[i]);
    }
    CHECK(back.last()["resync"] == true);
    CHECK(back.last().contains("deadline_ms"));
}

TEST_CASE("After a restart the commitment is the one that was shown, also of the match that is to come", "[app]") {
    StoredTable table({"fortyone", 2});
    auto const aki = table.join("Aki");
    auto const shown = aki.last("room")["commitment"];
    table.restart(5);
    auto const back = table.resume(aki);
    CHECK(back.last("room")["commitment"] == shown);
    table.say(back, {{"type", "fill"}});
    table.leave(back);
    table.let_bots_play();
    auto const next = table.room.state().commitment();
    CHECK(shown != next);
    table.restart(5);
    CHECK(table.room.state().commitment() == next);
    auto const* record = table.room.finished_match(1);
    REQUIRE(record);
    CHECK(Json::parse(replay_of(*record))["commitment"] == shown);
}

TEST_CASE("A room whose match can't be read waits for another one", "[app]") {
    StoredTable table({"fortyone", 2});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const locked = table.room.state();
    REQUIRE(locked.playing());
    auto const damage = [](StoredRoom& stored) {
        stored.damage = {stored.last_match->number, "The match 1 of room ROOM can't be read."};
        stored.last_match.reset();
    };
    table.restart(5, damage);
    auto const state = table.room.state();
    CHECK(state.status == RoomStatus::waiting);
    CHECK(state.match == locked.match + 1);
    // Players know cards that the seed has dealt, and may still send answers to its decisions.
    CHECK(state.commitment() != locked.commitment());
    CHECK(state.decisions[Seat(0)] > locked.decisions[Seat(0)] + 1000);
    CHECK(table.room.has_human());
    CHECK(table.tasks.empty());

    // Nothing of it is stored yet: the next server finds the same, or the match if it was mended.
    table.restart(5, damage);
    CHECK(table.room.state().commitment() == state.commitment());
    table.restart(5);
    CHECK(table.room.state().playing());
    table.restart(5, damage);
    auto const back = table.resume(aki);
    CHECK(back.last("room")["status"] == "waiting");
    table.say(back, {{"type", "start"}});
    CHECK(back.last("room")["status"] == "playing");
    CHECK(back.last("room")["match"] == locked.match + 1);
    table.restart(5);
    CHECK(table.resume(ben).last("room")["match"] == locked.match + 1);
}

TEST_CASE("A match that is missing, or is another one than the room's, is damaged", "[app]") {
    StoredTable table({"fortyone", 2});
    table.join("Aki");
    table.join("Ben");
    SECTION("missing") {
        table.restart(5, [](StoredRoom& stored) { stored.last_match.reset(); });
        CHECK(table.record.damage == "Match 1 of room ROOM is damaged: it is missing.");
    }
    SECTION("another one") {
        table.restart(5, [](StoredRoom& stored) { stored.last_match->number = 7; });
        CHECK(table.record.damage == "Match 7 of room ROOM is damaged: it is not the room's newest one.");
    }
    SECTION("without its options") {
        table.restart(5, [](StoredRoom& stored) { stored.last_match->setup.options.text = "{\"jokers\":99}"; });
        CHECK(table.record.damage == "Match 1 of room ROOM is damaged: its setup can't be read.");
    }
    CHECK(table.room.state().status == RoomStatus::waiting);
    CHECK_FALSE(table.room.match());
}
