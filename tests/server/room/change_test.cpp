// Another game, other options, seats or clocks at the same table.
#include "tests/server/support/restored.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

Json change(Json fields) {
    fields.update({{"type", "change"}, {"id", "c"}});
    return fields;
}

Json back(Person const& person) {
    return {{"type", "resume"}, {"token", person.last("joined")["token"]}};
}

/// Aki, who is the host, and others who wait.
struct Waiting : RoomFixture {
    explicit Waiting(RoomPlan const& plan = {"selfish", 4}, Keeps keeps = Keeps::nothing)
        : RoomFixture(plan, keeps), aki(join("Aki")), ben(join("Ben")) {}

    void refuse(Person const& person, Json fields, std::string const& code) {
        INFO(fields);
        auto const before = room_now();
        say(person, change(std::move(fields)));
        CHECK(person.last()["code"] == code);
        CHECK(room_now() == before);
    }
    /// What `room` says.
    Json room_now() {
        Person watcher;
        say(watcher, {{"type", "join"}, {"name", "Ren"}, {"role", "spectator"}});
        auto told = watcher.last("room");
        disconnect(watcher);
        told.erase("spectators");
        return told;
    }

    Person aki, ben;
};

/// Aki and Ben after a match of Selfish.
struct Finished : Waiting {
    explicit Finished(RoomPlan const& plan = {"selfish", 2}) : Waiting(plan, Keeps::journal) {
        for (auto const& person : {aki, ben}) leave(person);
        let_bots_play();
        REQUIRE(room.state().status == RoomStatus::finished);
        for (auto const& person : {aki, ben}) say(person, back(person));
        if (!room.state().host || *room.state().host != Seat(0)) FAIL("Aki is not the host");
    }
};

} // namespace

TEST_CASE("a change is answered by ok, and everybody gets the room; what is not named stays", "[room]") {
    Waiting table({"selfish", 4, ClockSetting{5, 0}, R"({"jokers":2})"});
    auto const first = table.aki.last("room");
    table.aki.got().clear();
    table.say(table.aki, change({{"options", {{"jokers", 1}}}}));
    CHECK(table.aki.types() == "ok room");
    auto const room = table.ben.last("room");
    CHECK(room == table.aki.last());
    CHECK(room["options"]["jokers"] == 1);
    for (auto const* same : {"game", "clock", "seats", "match", "commitment", "status"})
        CHECK(room[same] == first[same]);

    table.say(table.aki, change({{"clock", nullptr}, {"hints", true}}));
    CHECK(table.ben.last("room")["clock"] == nullptr);
    CHECK(table.ben.last("room")["hints"] == true);
    CHECK(table.ben.last("room")["options"]["jokers"] == 1);
    table.say(table.aki, change({{"clock", {{"decision", 2}, {"bank", 3}}}, {"hints", false}}));
    CHECK(table.ben.last("room")["clock"]["bank"] == 3);
    CHECK_FALSE(table.ben.last("room").contains("hints"));
}

TEST_CASE("another game begins with its default options, the same one keeps its own", "[room]") {
    Waiting table({"selfish", 4, {}, R"({"jokers":2})"});
    auto const first = table.aki.last("room")["options"];
    table.say(table.aki, change({{"game", "selfish"}, {"hints", true}}));
    CHECK(table.aki.last("room")["options"] == first);
    // As in `create`, options that are named leave out what has the default.
    table.say(table.aki, change({{"options", Json::object()}}));
    CHECK(table.aki.last("room")["options"] != first);
    table.say(table.aki, change({{"options", {{"jokers", 2}}}}));
    CHECK(table.aki.last("room")["options"] == first);
    table.say(table.aki, change({{"game", "ttpageone"}}));
    auto const fresh = RoomPlan{"ttpageone", 4}.make(Keeps::nothing).state().setting.options;
    CHECK(table.aki.last("room")["options"] == Json::parse(fresh));
    CHECK(table.aki.last("room")["game"] == "ttpageone");
}

TEST_CASE("where nothing is named or nothing is otherwise, a change is done and nobody hears of it", "[room]") {
    Finished table;
    table.say(table.ben, {{"type", "rematch"}});
    table.aki.got().clear();
    table.ben.got().clear();
    auto const stored = table.changes.size();
    table.say(table.aki, change(Json::object()));
    table.say(table.aki, change({{"game", "selfish"}, {"seats", 2}, {"hints", false}, {"clock", nullptr}}));
    CHECK(table.aki.types() == "ok ok");
    CHECK(table.ben.got().empty());
    CHECK(table.changes.size() == stored);
    CHECK(table.room.state().seats[Seat(1)].wants_rematch);
}

TEST_CASE("a change is refused without a seat, to others than the host, in a match, then for what it says", "[room]") {
    Waiting table;
    Person stranger;
    Json const wrong{{"game", "chess"}, {"options", {{"jokers", 77}}}};
    table.refuse(stranger, wrong, "not_seated");
    table.refuse(table.ben, wrong, "not_host");
    table.refuse(table.aki, wrong, "unknown_game");
    for (auto const& bad :
         {Json{{"options", {{"jokers", 77}}}}, Json{{"options", {{"no", 1}}}},
          Json{{"clock", {{"decision", 0}, {"bank", 0}}}}, Json{{"clock", {{"decision", -1}, {"bank", 2}}}},
          Json{{"game", "fortyone"}, {"options", {{"jokers", 1}}}}}) {
        table.refuse(table.aki, bad, "bad_options");
        CHECK_FALSE(table.aki.last().contains("details"));
    }
    table.say(table.aki, {{"type", "start"}});
    table.refuse(table.aki, wrong, "already_playing");
    table.refuse(table.ben, wrong, "not_host");
}

TEST_CASE("a number of seats that the game can't have, named or not, is answered by those that it can", "[room]") {
    Waiting table({"selfish", 3});
    auto const refused = [&](Json fields) {
        table.refuse(table.aki, std::move(fields), "bad_options");
        return table.aki.last()["details"]["seats"];
    };
    auto const counts = find_game("selfish")->seat_counts().values;
    Json const of_selfish(std::vector<int>(counts.begin(), counts.end()));
    for (auto const& seats : {Json(0), Json(-1), Json(14), Json(1e300)})
        CHECK(refused({{"seats", seats}}) == of_selfish);
    // Sugekari Twenty-One is for two or four: the table's own number is none of these.
    CHECK(refused({{"game", "sugekari21"}}) == Json({2, 4}));
    CHECK(refused({{"game", "sugekari21"}, {"options", {{"exchange", "partner"}}}, {"seats", 2}}) == Json({4}));
    table.join("Eri");
    CHECK(table.room.state().playing());
}

TEST_CASE("no seat that is taken is closed", "[room]") {
    Waiting table({"selfish", 4});
    table.say(table.aki, {{"type", "fill"}});
    table.refuse(table.aki, {{"seats", 2}}, "bad_options");
    CHECK(table.aki.last()["details"]["seats"].size() > 1);
}

TEST_CASE("seats are added behind the others, and the last empty ones closed; who is moved gets joined", "[room]") {
    Waiting table({"selfish", 4});
    table.say(table.aki, change({{"seats", 5}}));
    auto const room = table.ben.last("room");
    REQUIRE(room["seats"].size() == 5);
    CHECK(seat_of(room, 4) ==
          Json({{"seat", 4}, {"name", nullptr}, {"kind", "empty"}, {"connected", false}, {"host", false}}));
    table.say(table.ben, {{"type", "move"}, {"seat", 4}});
    auto const token = table.ben.last("joined")["token"];
    table.ben.got().clear();
    // Of the seats 1, 2 and 3, which are empty, one stays.
    table.say(table.aki, change({{"seats", 3}}));
    CHECK(table.ben.types() == "joined room");
    CHECK(table.ben.got()[0] == Json({{"type", "joined"}, {"room", "ROOM"}, {"seat", 2}, {"token", token}}));
    CHECK(seat_of(table.ben.last("room"), 1)["kind"] == "empty");
    CHECK(seat_of(table.ben.last("room"), 0)["host"] == true);
    CHECK(table.room.state().decisions.seats() == 5);
}

TEST_CASE("a change that leaves no seat empty begins the first match", "[room]") {
    Waiting table({"selfish", 4});
    table.aki.got().clear();
    table.say(table.aki, change({{"seats", 2}, {"game", "fortyone"}}));
    CHECK(table.aki.types() == "ok room update");
    CHECK(table.aki.last("room")["status"] == "playing");
    CHECK(table.aki.last("update")["view"]["game"] == "fortyone");
}

TEST_CASE("after a change everybody has to ask for a rematch again, and may say of which game", "[room]") {
    Finished table;
    table.say(table.ben, {{"type", "rematch"}, {"entropy", "of Ben"}});
    auto const before = table.aki.last("room");
    table.say(table.aki, change({{"game", "fortyone"}}));
    CHECK(table.aki.last("room")["match"] == before["match"]);
    CHECK(table.aki.last("room")["commitment"] == before["commitment"]);
    CHECK(table.aki.last("room")["status"] == "finished");
    table.say(table.aki, {{"type", "rematch"}, {"game", "fortyone"}});
    CHECK(table.aki.last("room")["status"] == "finished");
    for (auto const* other : {"selfish", "chess"}) {
        table.say(table.ben, {{"type", "rematch"}, {"game", other}});
        CHECK(table.ben.last()["code"] == "bad_options");
    }
    table.say(table.ben, {{"type", "rematch"}});
    CHECK(table.ben.last("room")["status"] == "playing");
    CHECK(table.ben.last("update")["view"]["game"] == "fortyone");
    CHECK(table.room.match()->record().setup.entropies[1] == "of Ben");
    // The state of the room is looked at before the game.
    table.say(table.ben, {{"type", "rematch"}, {"game", "selfish"}});
    CHECK(table.ben.last()["code"] == "already_playing");
    Waiting new_table;
    new_table.say(new_table.aki, {{"type", "rematch"}, {"game", "fortyone"}});
    CHECK(new_table.aki.last()["code"] == "not_playing");
}

TEST_CASE("the match that is over keeps its game and its seats, also in a process that takes the room up", "[room]") {
    Finished table;
    auto const over = table.ben.last("update")["view"];
    table.say(table.aki, change({{"game", "twentytwo"}, {"seats", 3}}));
    auto const eri = table.join("Eri");
    table.say(table.aki, {{"type", "leave"}});
    table.say(table.ben, change({{"game", "selfish"}, {"seats", 2}, {"clock", {{"decision", 9}, {"bank", 0}}}}));
    REQUIRE(table.ben.last("joined")["seat"] == 0);
    REQUIRE(eri.last("joined")["seat"] == 1);
    auto const look = [&](Person const& who) {
        Person again;
        table.say(again, back(who));
        return again.last("update");
    };
    auto const check = [&] {
        CHECK(look(table.ben)["view"] == over);
        auto const as_spectator = look(eri);
        CHECK(as_spectator["view"]["game"] == "selfish");
        CHECK(as_spectator["view"]["seat"] == nullptr);
        CHECK(as_spectator["view"]["hands"].size() == 2);
        auto const watcher = table.watch("Ren");
        CHECK(watcher.last("update") == as_spectator);
        CHECK(watcher.last("room")["clock"]["decision"] == 9);
    };
    check();
    auto const* record = table.room.finished_match(1);
    REQUIRE(record);
    CHECK(Json::parse(replay_of(*record))["game"] == "selfish");
    table.room = restored(table);
    check();
}

TEST_CASE("who comes back after a change gets the updates of the finished match that it missed", "[room]") {
    Finished table;
    auto const seq = table.ben.last("update")["seq"].get<int>();
    table.say(table.aki, change({{"game", "twentytwo"}, {"seats", 5}}));
    Person again;
    auto resume = back(table.ben);
    resume["since"] = seq - 2;
    resume["match"] = 1;
    table.say(again, resume);
    REQUIRE(again.types() == "joined room update update update");
    CHECK(again.got()[2]["view"]["game"] == "selfish");
    CHECK(again.got()[2]["view"]["seat"] == 1);
}

TEST_CASE("decision numbers go on growing where seats were closed and added again", "[room]") {
    Finished table;
    auto const reached = table.room.state().decisions;
    REQUIRE(reached[Seat(1)] > 0);
    table.say(table.ben, {{"type", "leave"}});
    table.say(table.aki, {{"type", "fill"}});
    table.say(table.aki, change({{"game", "twentytwo"}, {"seats", 4}}));
    table.say(table.aki, change({{"game", "fortyone"}, {"seats", 2}}));
    table.say(table.aki, {{"type", "start"}});
    auto const before = table.stored<MatchBegun>().back().setup.decisions_before;
    CHECK(before == std::vector<double>(reached.begin(), reached.end()));
}

TEST_CASE("a room with a deal for tests changes after its first match, one that goes on from a match never", "[room]") {
    for (auto const goes_on : {false, true}) {
        RoomPlan const plan{"selfish", 2};
        RoomSetting setting = plan.make(Keeps::nothing).state().setting;
        if (goes_on) setting.first_from = ReplayFrom{"OTHER", 1, 3};
        RoomFixture table(plan);
        table.room = Room(setting, Bytes32{7}, counted_bytes(), false);
        auto const aki = table.join("Aki");
        table.say(aki, change({{"hints", true}}));
        CHECK(aki.last()["code"] == "bad_options");
        table.say(aki, change(Json::object()));
        CHECK(aki.last()["code"] == "bad_options");
        table.say(aki, {{"type", "fill"}});
        table.leave(aki);
        table.let_bots_play();
        REQUIRE(table.room.state().status == RoomStatus::finished);
        table.say(aki, back(aki));
        table.say(aki, change({{"hints", true}}));
        CHECK(aki.last()["type"] == (goes_on ? "error" : "room"));
    }
}

TEST_CASE("a change that was taken back was never made, its metrics are those of the game before", "[room]") {
    Finished table;
    auto const& before = table.room.counts();
    table.room.begin_transaction({});
    auto const effects = table.handle(table.aki, change({{"game", "twentytwo"}, {"seats", 4}}));
    CHECK(std::ranges::count_if(effects.changes,
                                [](auto const& one) { return std::holds_alternative<RoomSaved>(one); }) == 1);
    CHECK(&table.room.counts() != &before);
    table.room.roll_back(table.now);
    CHECK(&table.room.counts() == &before);
    CHECK(table.room.state().setting.game->id() == "selfish");
    CHECK(table.room.state().seats.seats() == 2);
    table.say(table.aki, {{"type", "rematch"}});
    table.say(table.ben, {{"type", "rematch"}, {"game", "selfish"}});
    CHECK(table.ben.last("room")["status"] == "playing");
}
