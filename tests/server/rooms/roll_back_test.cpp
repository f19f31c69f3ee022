// Taking a transaction back: the room is as it was before, and the same can be said again.
#include "server/room/room_info.hpp"
#include "server/room/stored_form.hpp"
#include "tests/server/support/room_table.hpp"

#include "protocol/codec/encode.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;
using namespace std::chrono_literals;

namespace {

using People = std::vector<Person>;

/// A room in some state, and a command to it.
struct Scene {
    char const* name;
    RoomPlan plan;
    std::function<People(RoomFixture&)> prepare;
    std::function<Effects(RoomFixture&, People const&)> command;
};

People join(RoomFixture& room, int count) {
    People people;
    for (int i = 0; i < count; ++i) people.push_back(room.join("P" + std::to_string(i)));
    return people;
}

/// Whoever the game waits for comes first.
People begin(RoomFixture& room) {
    auto people = join(room, 2);
    if (&on_turn_of(people[0], people[1]) == &people[1]) std::swap(people[0], people[1]);
    return people;
}

/// Two bots have played a match to its end for two people, who are back.
People play_to_the_end(RoomFixture& room) {
    auto people = join(room, 2);
    for (auto const& person : people) room.leave(person);
    room.let_bots_play();
    for (auto const& person : people) room.say(person, {{"type", "resume"}, {"token", person.last("joined")["token"]}});
    return people;
}

std::function<Effects(RoomFixture&, People const&)> says(std::size_t person, Json message) {
    return [=](RoomFixture& room, People const& people) { return room.handle(people[person], message); };
}

Effects resumes(RoomFixture& room, People const& people) {
    return room.handle(people.back(), {{"type", "resume"}, {"token", people[0].last("joined")["token"]}});
}

People with_a_stranger(People people) {
    people.emplace_back();
    return people;
}

std::vector<Scene> scenes() {
    RoomPlan const private_room{.game = "selfish", .seats = 3, .is_public = false};
    RoomPlan const three{"selfish", 3}, two{"selfish", 2}, clock{"selfish", 2, ClockSetting{5, 0}};
    auto const one_of_three = [](RoomFixture& room) { return with_a_stranger(join(room, 1)); };
    auto const playing = [](RoomFixture& room) { return with_a_stranger(begin(room)); };
    auto const left = [](RoomFixture& room) {
        auto people = with_a_stranger(begin(room));
        room.say(people[0], {{"type", "leave"}});
        return people;
    };
    auto const left_to_a_bot = [](RoomFixture& room) {
        auto people = begin(room);
        room.leave(people[0]);
        return people;
    };
    auto const one_asked = [](RoomFixture& room) {
        auto people = play_to_the_end(room);
        room.say(people[0], {{"type", "rematch"}});
        return people;
    };
    return {
        {"join", three, one_of_three, says(1, {{"type", "join"}, {"name", "x"}})},
        {"watch", three, one_of_three, says(1, {{"type", "join"}, {"name", "x"}, {"role", "spectator"}})},
        {"join that begins the match", two, one_of_three, says(1, {{"type", "join"}, {"name", "x"}})},
        {"leave a waiting room", three, one_of_three, says(0, {{"type", "leave"}, {"id", 1}})},
        {"leave a match", two, playing, says(0, {{"type", "leave"}, {"id", 1}})},
        {"kick in a waiting room", three, [](RoomFixture& room) { return join(room, 2); },
         says(0, {{"type", "kick"}, {"seat", 1}, {"id", 1}})},
        {"kick in a match", two, [](RoomFixture& room) { return join(room, 2); },
         says(0, {{"type", "kick"}, {"seat", 1}, {"id", 1}})},
        {"resume a seat that somebody is at", two, playing, resumes},
        {"resume a seat that a bot plays", two, left, resumes},
        {"resume a seat that a bot plays, with a clock", clock, left, resumes},
        {"change the game", three, one_of_three,
         says(0, {{"type", "change"}, {"game", "twentytwo"}, {"seats", 5}, {"id", 1}})},
        {"change that begins the match", three, [](RoomFixture& room) { return join(room, 2); },
         says(0, {{"type", "change"}, {"seats", 2}, {"id", 1}})},
        {"change after a match", two, one_asked,
         says(0, {{"type", "change"}, {"game", "twentytwo"}, {"clock", {{"decision", 5}, {"bank", 0}}}, {"id", 1}})},
        {"move to another seat", three, one_of_three, says(0, {{"type", "move"}, {"seat", 2}, {"id", 1}})},
        {"start",
         {"selfish", 4},
         [](RoomFixture& room) { return join(room, 3); },
         says(0, {{"type", "start"}, {"id", 1}})},
        {"fill", three, one_of_three, says(0, {{"type", "fill"}, {"id", 1}})},
        {"fill that begins the match", two, one_of_three, says(0, {{"type", "fill"}, {"id", 1}})},
        {"act", two, playing, says(0, {{"type", "act"}, {"decision", 1}, {"action", {{"type", "draw"}}}, {"id", 1}})},
        {"act with a clock", clock, playing,
         says(0, {{"type", "act"}, {"decision", 1}, {"action", {{"type", "draw"}}}, {"id", 1}})},
        {"ask for a rematch", two, play_to_the_end, says(0, {{"type", "rematch"}, {"id", 1}})},
        {"rematch that begins the match", two, one_asked, says(1, {{"type", "rematch"}, {"id", 1}})},
        {"chat", two, playing, says(0, {{"type", "chat"}, {"text", "x"}, {"id", 1}})},
        {"call", private_room, one_of_three, says(0, {{"type", "call"}, {"link", "https://a.b"}, {"id", 1}})},
        {"a refusal", two, playing, says(2, {{"type", "join"}, {"name", "x"}})},
        {"a lost connection", two, playing,
         [](RoomFixture& room, People const& people) { return room.room.disconnect(people[0].client, room.now); }},
        {"time that is up", clock, playing,
         [](RoomFixture& room, People const&) { return room.room.check_clock(room.now + 5s); }},
        {"a bot's action", two, left_to_a_bot,
         [](RoomFixture& room, People const&) {
             auto const& task = room.tasks.at(0);
             return room.room.bot_moved(task.seat, task.decision, draw.dump(), room.now);
         }},
    };
}

/// What is to be the same after a transaction was taken back.
Json look_at(Room const& room) {
    Json seen;
    seen["stored"] = Json::parse(codec::to_json(stored_form(room.state())));
    seen["info"] = Json::parse(codec::to_json(info_of(room.state(), room.presence())));
    for (auto const& seat : room.presence().seats) {
        seen["clients"].push_back(reinterpret_cast<std::uintptr_t>(seat.client.get()));
        seen["tokens"].push_back(to_hex(seat.token));
    }
    seen["version"] = room.version();
    seen["bots"] = !room.is_at_rest();
    return seen;
}

/// What everybody gets, and what else is to be done; without random bytes.
Json outcome(RoomFixture const& room, People const& people) {
    Json all;
    for (auto const& person : people)
        for (auto message : person.got()) {
            for (auto const* random : {"token", "commitment"}) message.erase(random);
            all["got"].push_back(message);
        }
    for (auto const& task : room.tasks) all["tasks"].push_back({task.seat.number(), task.decision, task.legal});
    for (auto const& change : room.changes) all["changes"].push_back(change.index());
    return all;
}

/// \param taken_back how often it is carried out in vain
Json play(Scene const& scene, int taken_back) {
    RoomFixture room(scene.plan, Keeps::journal);
    auto const people = scene.prepare(room);
    auto const before = look_at(room.room);
    for (; taken_back > 0; --taken_back) {
        room.room.begin_transaction({});
        scene.command(room, people);
        room.room.roll_back(room.now);
        CHECK(look_at(room.room) == before);
    }
    room.room.begin_transaction({});
    room.publish(scene.command(room, people));
    return outcome(room, people);
}

} // namespace

TEST_CASE("Whatever was taken back has not happened, and said again has the effects that it would have had", "[room]") {
    for (auto const& scene : scenes()) {
        INFO(scene.name);
        auto const expected = play(scene, 0);
        CHECK(play(scene, 1) == expected);
        CHECK(play(scene, 2) == expected);
    }
}

TEST_CASE("After a transaction was taken back a running decision has its full time again", "[room]") {
    RoomFixture room({"fortyone", 2, ClockSetting{10, 5}}, Keeps::journal);
    auto const people = begin(room);
    room.now += 4s;
    room.room.begin_transaction({});
    room.handle(people[0], {{"type", "act"},
                            {"decision", people[0].last("update")["decision"]},
                            {"action", RoomFixture::first_action(people[0])}});
    room.room.roll_back(room.now);
    CHECK(room.room.deadline() == room.now + 15s);
}

TEST_CASE("After a transaction was taken back a bank has what it had before it", "[room]") {
    RoomFixture room({"fortyone", 2, ClockSetting{10, 5}}, Keeps::journal);
    auto const people = begin(room);
    // Three seconds beyond the decision's.
    room.now += 13s;
    room.act(people[0], RoomFixture::first_action(people[0]));
    room.act(people[1], RoomFixture::first_action(people[1]));
    REQUIRE(room.room.deadline() == room.now + 12s);
    room.now += 11s;
    room.room.begin_transaction({});
    room.handle(people[0], {{"type", "act"},
                            {"decision", people[0].last("update")["decision"]},
                            {"action", RoomFixture::first_action(people[0])}});
    room.room.roll_back(room.now);
    CHECK(room.room.deadline() == room.now + 12s);
}

TEST_CASE("A resume that can't be stored takes the seat from nobody, said again, it does", "[room]") {
    Two match;
    // Another mode, so that there is something to store.
    Json const resume{{"type", "resume"}, {"token", match.on_turn.last("joined")["token"]}, {"updates", "events"}};
    Person elsewhere;
    match.store->refuse("ROOM");
    CHECK(match.ask(elsewhere, resume)["code"] == "unavailable");
    CHECK(elsewhere.types() == "error");
    CHECK_FALSE(elsewhere.takes_part());
    CHECK(match.on_turn.last("replaced") == nullptr);
    match.store->accept();
    REQUIRE(match.act(match.on_turn, draw)["type"] == "ok");
    CHECK(match.on_turn.last("update").contains("view"));
    REQUIRE(match.ask(elsewhere, resume)["type"] == "joined");
    CHECK(elsewhere.takes_part());
    CHECK(match.on_turn.last("replaced") != nullptr);
    CHECK_FALSE(match.on_turn.takes_part());
}

TEST_CASE("Where nothing can be stored for a while, a match of bots goes on afterwards", "[room]") {
    Table table({"fortyone", 2});
    Person watcher;
    REQUIRE(table.ask(watcher, {{"type", "join"}, {"name", "W"}, {"role", "spectator"}})["type"] == "joined");
    auto const aki = table.join("Aki");
    REQUIRE(table.ask(aki, {{"type", "fill"}})["type"] == "ok");
    REQUIRE(table.ask(aki, {{"type", "leave"}})["type"] == "ok");
    table.executor.pass(3s);
    for (int failures = 0; failures < 3; ++failures) {
        table.store->refuse("ROOM");
        table.executor.run_until([&] { return table.executor.has_call_in(1s); });
        table.store->accept();
        table.executor.pass(1s);
        auto const seq = watcher.last("update")["seq"].get<int>();
        table.executor.run_until([&] { return watcher.last("update")["seq"].get<int>() > seq; });
    }
}

TEST_CASE("Of two matches that began in one transaction none is left when it is taken back", "[room]") {
    RoomFixture room({"selfish", 2});
    Person const aki, ben;
    auto const say = [&](Person const& person, Json const& message) {
        room.handle(person, message).messages.send_all();
    };
    room.room.begin_transaction({});
    say(aki, {{"type", "join"}, {"name", "Aki"}});
    say(ben, {{"type", "join"}, {"name", "Ben"}});
    while (aki.last("room")["status"] == "playing") {
        auto const& person = on_turn_of(aki, ben);
        auto const update = person.last("update");
        say(person, {{"type", "act"}, {"decision", update["decision"]}, {"action", update["legal"][0]}});
    }
    for (auto const* person : {&aki, &ben}) say(*person, {{"type", "rematch"}});
    REQUIRE(room.room.finished_match(1));
    REQUIRE(room.room.is_being_played(2));
    room.room.roll_back(room.now);
    CHECK(room.room.finished_match(1) == nullptr);
    CHECK(room.room.state().status == RoomStatus::waiting);
    CHECK(room.room.presence().seat_of(aki.client) == std::nullopt);
}
