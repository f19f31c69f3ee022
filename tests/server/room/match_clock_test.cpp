#include "tests/server/support/room_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

PerSeat<MatchClock::Waiting> waits(MatchClock::Waiting first, MatchClock::Waiting second) {
    return {first, second};
}

} // namespace

TEST_CASE("a seat has its decision's seconds, then its bank", "[room]") {
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

TEST_CASE("another's move does not give a seat more time, a new decision does", "[room]") {
    MatchClock clock({10, 0}, 2);
    TimePoint const start{};
    clock.wait_for(waits(1, 1), start);
    clock.wait_for(waits(1, std::nullopt), start + seconds(4));
    CHECK(clock.deadline(Seat(0)) == start + seconds(10));
    clock.wait_for(waits(2, std::nullopt), start + seconds(5));
    CHECK(clock.deadline(Seat(0)) == start + seconds(15));
}

TEST_CASE("an update says how long until a bot acts, and then one does", "[room]") {
    RoomFixture table({"fortyone", 2, ClockSetting{5, 2}});
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

TEST_CASE("who acts in time is not played by a bot, although the time ran out for an earlier decision", "[room]") {
    RoomFixture table({"selfish", 2, ClockSetting{5, 0}});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& on_turn = on_turn_of(aki, ben);
    table.pass_time(5);
    REQUIRE(table.tasks.size() == 1);
    table.act(on_turn, {{"type", "draw"}});
    CHECK(on_turn.last("update")["seq"] == 2);
    table.let_bots_play(1);
    CHECK(on_turn.last("update")["seq"] == 2);
}

TEST_CASE("leaving and coming back, again and again, gains no time, neither of the decision nor of the bank",
          "[room]") {
    RoomFixture table({"fortyone", 2, ClockSetting{1, 10}});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& on_turn = on_turn_of(aki, ben);
    Json const resume{{"type", "resume"}, {"token", on_turn.last("joined")["token"]}};
    auto stalls = on_turn;
    for (int times = 0; times < 15; ++times) {
        table.now += seconds(0.4);
        table.say(stalls, {{"type", "leave"}});
        stalls = Person();
        table.say(stalls, resume);
    }
    CHECK(stalls.last("update")["deadline_ms"] == 5000);
    table.tasks.clear();
    table.pass_time(5);
    CHECK(table.tasks.size() == 1);
}

TEST_CASE("without a clock no update speaks of time", "[room]") {
    RoomFixture table({"fortyone", 2});
    auto const aki = table.join("Aki");
    table.join("Ben");
    CHECK_FALSE(aki.last("update").contains("deadline_ms"));
    CHECK_FALSE(table.room.deadline());
}

TEST_CASE("when a seat's time is up a bot makes this decision, an ordinary action, the next is the seat's own",
          "[room]") {
    RoomFixture table({"fortyone", 2, ClockSetting{5, 2}}, Keeps::journal);
    auto aki = table.join("Aki");
    auto ben = table.join("Ben");
    auto& slow = on_turn_of(aki, ben);
    auto& other = &slow == &aki ? ben : aki;
    table.pass_time(7);
    table.let_bots_play(1);
    CHECK(slow.last("update")["seq"] == 2);
    CHECK_FALSE(seat_of(slow.last("room"), slow.last("joined")["seat"]).contains("bot_plays"));
    table.act(other, table.first_action(other));

    // The bank is gone, so that it has the decision's seconds alone; the other's bank is untouched.
    REQUIRE(slow.last("update").contains("decision"));
    CHECK(slow.last("update")["deadline_ms"] == 5000);
    table.pass_time(4.9);
    CHECK(table.tasks.empty());
    table.act(slow, table.first_action(slow));
    CHECK(slow.last("update")["seq"] == 4);
    CHECK(other.last("update")["deadline_ms"] == 7000);

    auto const actions = table.stored<ActionTaken>();
    REQUIRE(actions.size() == 3);
    CHECK(actions[0].seat.number() == slow.last("joined")["seat"]);
    CHECK(actions[0].ms == 7000);
    CHECK(actions[2].ms == 11'900);
}

TEST_CASE("a seat whose connection is lost keeps its clock running, and resumes with what is left", "[room]") {
    RoomFixture table({"fortyone", 2, ClockSetting{10, 5}});
    auto aki = table.join("Aki");
    auto ben = table.join("Ben");
    auto& lost = on_turn_of(aki, ben);
    Json const resume{{"type", "resume"}, {"token", lost.last("joined")["token"]}};
    auto const decision = lost.last("update")["decision"];
    table.pass_time(2);
    table.disconnect(lost);
    table.pass_time(3);
    Person back;
    table.say(back, resume);
    CHECK(back.last("update")["deadline_ms"] == 10'000);
    CHECK(back.last("update")["decision"] == decision);
    table.disconnect(back);
    table.pass_time(9.9);
    CHECK(table.tasks.empty());
    table.pass_time(0.1);
    REQUIRE(table.tasks.size() == 1);
    CHECK(table.tasks[0].decision == decision);
}

TEST_CASE("in a choice that all make at once each has its own time, and nobody's move gives another more", "[room]") {
    RoomFixture table({"sugekari21", 4, ClockSetting{10, 0}, R"({"exchange":"hearts"})"});
    std::vector<Person> people;
    for (auto const* name : {"Aki", "Ben", "Cleo", "Dan"}) people.push_back(table.join(name));
    auto const watcher = table.watch("Emi");
    REQUIRE(people[0].last("update")["view"]["to_act"] == Json({0, 1, 2, 3}));
    auto const decision = people[1].last("update")["decision"];
    auto lay = [&](Person const& person) {
        auto action = table.first_action(person);
        auto& cards = action["cards"];
        REQUIRE(cards["choose"] == 3);
        auto const from = cards["from"];
        cards = Json::array({from[0], from[1], from[2]});
        table.act(person, action);
    };
    table.pass_time(3);
    lay(people[0]);
    CHECK(people[1].last("update")["deadline_ms"] == 7000);
    CHECK(people[1].last("update")["decision"] == decision);
    // Who is not waited for, and who watches, is told of the first of the others.
    CHECK(people[0].last("update")["deadline_ms"] == 7000);
    CHECK(watcher.last("update")["deadline_ms"] == 7000);
    table.pass_time(7);
    CHECK(table.tasks.size() == 3);
    table.let_bots_play(3);
    CHECK(people[0].last("update")["seq"] == 5);
    CHECK(people[1].last("update")["deadline_ms"] == 10'000);
}

TEST_CASE("the bank is for a whole match, and full again in the next", "[room]") {
    RoomFixture table({"fortyone", 2, ClockSetting{5, 2}});
    auto aki = table.join("Aki");
    table.say(aki, {{"type", "fill"}});
    auto const seat = Seat(0);
    auto const play_to_end = [&] {
        while (table.room.state().status == RoomStatus::playing) {
            table.pass_time(7);
            table.let_bots_play();
        }
    };
    play_to_end();
    CHECK(aki.last("update")["view"]["phase"] == "over");
    table.say(aki, {{"type", "rematch"}});
    REQUIRE(aki.last("update")["seq"] == 1);
    CHECK(aki.last("update")["deadline_ms"] == 7000);
    CHECK(table.room.is_being_played(2));
    CHECK(table.room.state().seats[seat].kind == SeatKind::human);
}

TEST_CASE("a clock of fractions of seconds, and one without a bank or without decision seconds", "[room]") {
    auto const [decision, bank] = GENERATE(table<double, double>({{0.25, 0.125}, {0.375, 0}, {0, 0.375}}));
    RoomFixture table({"fortyone", 2, ClockSetting{decision, bank}});
    auto const aki = table.join("Aki");
    table.join("Ben");
    CHECK(aki.last("update")["deadline_ms"] == 375);
    table.pass_time(0.374);
    CHECK(table.tasks.empty());
    table.pass_time(0.001);
    CHECK(table.tasks.size() == 1);
}

TEST_CASE("what a bank has left is stored after 1, 2, 4 … s, then each minute or hundredth of the bank", "[room]") {
    auto const noted_in = [](double bank, double time) {
        RoomFixture table({"fortyone", 2, ClockSetting{10, bank}}, Keeps::journal);
        table.join("Aki");
        table.join("Ben");
        table.changes.clear();
        auto const begin = table.now + seconds(10);
        auto const end = begin + seconds(time);
        std::vector<double> at;
        while (table.room.next_check() && *table.room.next_check() <= end) {
            table.now = *table.room.next_check();
            table.pass_time(0);
            if (!table.changes.empty()) at.push_back(std::chrono::duration<double>(table.now - begin).count());
            table.changes.clear();
        }
        return at;
    };
    CHECK(noted_in(200, 199) == std::vector<double>{1, 2, 4, 8, 16, 32, 64, 124, 184});
    CHECK(noted_in(86'400, 3600) == std::vector<double>{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1888, 2752});
}

TEST_CASE("a match stops its clock when nobody has been there for an hour, until somebody comes", "[room]") {
    RoomFixture table({"fortyone", 2, ClockSetting{60, 10'000}}, Keeps::journal);
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& on_turn = on_turn_of(aki, ben);
    auto const& other = &on_turn == &aki ? ben : aki;
    table.disconnect(on_turn);
    table.pass_time(3000);
    table.disconnect(other);
    CHECK_FALSE(table.room.is_at_rest());
    auto const gone = table.now;
    for (table.now += seconds(3599); table.now < gone + seconds(3601); table.now += seconds(1)) table.pass_time(0);
    // It writes and does nothing any more, and may leave the memory.
    CHECK_FALSE(table.room.next_check());
    CHECK(table.room.is_at_rest());
    auto const left = table.stored<RoomSaved>().back().room.banks->left;
    CHECK(std::ranges::min(left) == (10'000 - (6600 - 60)) * 1000);
    table.changes.clear();
    table.pass_time(100'000);
    CHECK(table.tasks.empty());
    CHECK(table.changes.empty());

    // Whoever comes, the time goes on from where it was.
    Person comes;
    auto const resume = Json{{"type", "resume"}, {"token", other.last("joined")["token"]}};
    table.say(comes, GENERATE(true, false) ? resume : Json{{"type", "join"}, {"name", "W"}, {"role", "spectator"}});
    CHECK(comes.last("update")["deadline_ms"] == (10'060 - 6600) * 1000);
    table.pass_time(3459);
    CHECK(table.tasks.empty());
    table.pass_time(1);
    CHECK(table.tasks.size() == 1);
}
