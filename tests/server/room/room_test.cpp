#include "tests/server/support/room_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("a join is answered by joined, then room, the one that fills the room gets update 1", "[room]") {
    RoomFixture table({"fortyone", 2});
    auto const aki = table.join("Aki");
    CHECK(aki.types() == "joined room");
    CHECK(aki.got()[0]["seat"] == 0);
    CHECK(aki.got()[0]["token"].get<std::string>().size() == 32);
    CHECK(aki.got()[1]["status"] == "waiting");
    CHECK(seat_of(aki.got()[1], 0)["host"] == true);

    auto const ben = table.join("Ben");
    CHECK(ben.types() == "joined room update");
    CHECK(aki.types() == "joined room room update");
    CHECK(ben.last()["seq"] == 1);
    CHECK(ben.last("room")["status"] == "playing");
    CHECK_FALSE(ben.last().contains("resync"));
}

TEST_CASE("a player may choose a seat, and a spectator who takes one watches no more", "[room]") {
    RoomFixture table({"selfish", 3});
    Person aki, eve;
    table.say(eve, {{"type", "join"}, {"name", "Eve"}, {"role", "spectator"}});
    table.say(aki, {{"type", "join"}, {"name", "Aki"}, {"seat", 2}});
    CHECK(aki.last("joined")["seat"] == 2);
    CHECK(table.join("Ben").last("joined")["seat"] == 0);
    table.say(eve, {{"type", "join"}, {"name", "Eve"}});
    CHECK(eve.last("joined")["seat"] == 1);
    CHECK(eve.last("room")["spectators"] == 0);
    CHECK(eve.last("room")["status"] == "playing");
}

TEST_CASE("an act is acknowledged before its update, and counts once", "[room]") {
    RoomFixture table({"selfish", 2});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& first = on_turn_of(aki, ben);
    auto const& other = &first == &aki ? ben : aki;
    auto const decision = first.last("update")["decision"];
    first.got().clear();
    Json const act{{"type", "act"}, {"id", "a"}, {"decision", decision}, {"action", {{"type", "draw"}}}};
    table.say(first, act);
    CHECK(first.types() == "ok update");
    CHECK(first.got()[0] == Json({{"type", "ok"}, {"re", "a"}, {"seq", 2}}));

    table.say(first, act);
    CHECK(first.last()["code"] == "stale_decision");
    auto const other_decision = other.last("update")["decision"];
    table.say(other, {{"type", "act"}, {"decision", other_decision}, {"action", {{"type", "stop"}}}});
    CHECK(other.last()["code"] == "illegal_action");
    CHECK(other.last("update")["seq"] == 2);
}

TEST_CASE("an act for another decision is stale, whatever it says, and one that fits no template is illegal",
          "[room]") {
    RoomFixture table({"fortyone", 2});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& on_turn = on_turn_of(aki, ben);
    auto const update = on_turn.last("update");
    double const decision = update["decision"];
    auto const play = update["legal"][0];
    auto const code_of = [&](Person const& person, double of, Json const& action) {
        table.say(person, {{"type", "act"}, {"decision", of}, {"action", action}});
        return person.last()["code"];
    };
    for (auto const& person : {aki, ben})
        for (double const other : {decision - 1, decision + 1, -1.0, 0.0, 1e300})
            for (auto const& action : {play, Json::object()}) CHECK(code_of(person, other, action) == "stale_decision");
    for (auto const* other :
         {R"({"type":1})", R"({"type":"nope"})", R"({"type":"pass"})", R"({"x":1})", R"({"card":1})",
          R"({"card":null})", R"({"card":"1S"})", R"({"card":["AS"]})", R"({"id":1})"}) {
        auto action = play;
        action.update(Json::parse(other));
        CAPTURE(action);
        CHECK(code_of(on_turn, decision, action) == "illegal_action");
    }
    CHECK(code_of(on_turn, decision, Json::object()) == "illegal_action");
    CHECK(code_of(on_turn, decision, {{"type", "play"}}) == "illegal_action");
    CHECK(on_turn.last("update") == update);
}

TEST_CASE("without an id there is no ok, and errors come all the same", "[room]") {
    RoomFixture table({"fortyone", 2});
    auto const aki = table.join("Aki");
    aki.got().clear();
    table.say(aki, {{"type", "fill"}, {"seat", 0}});
    CHECK(aki.last()["code"] == "seat_taken");
    CHECK_FALSE(aki.last().contains("re"));
    table.say(aki, {{"type", "leave"}});
    CHECK(aki.types() == "error");
}

TEST_CASE("start closes the empty seats, and whoever is moved gets joined again with the same token", "[room]") {
    RoomFixture table({"selfish", 4});
    auto const aki = table.join("Aki");
    auto const ben = table.enter({{"type", "join"}, {"name", "Ben"}, {"seat", 3}});
    auto const token = ben.last("joined")["token"];
    ben.got().clear();
    table.say(ben, {{"type", "start"}});
    CHECK(ben.last()["code"] == "not_host");
    table.say(aki, {{"type", "start"}, {"id", 7}});
    CHECK(ben.types() == "error joined room update");
    CHECK(ben.got()[1] == Json({{"type", "joined"}, {"room", "ROOM"}, {"seat", 1}, {"token", token}}));
    CHECK(aki.last("room")["seats"].size() == 2);
    CHECK(aki.last("update")["view"]["hands"].size() == 2);
}

TEST_CASE("start with fewer than the game and its options take is too_few_players", "[room]") {
    auto const [game, seats, options, people, begins] = GENERATE(table<std::string, int, std::string, int, bool>({
        {"fortyone", 2, "{}", 1, false},
        {"selfish", 5, "{}", 1, false},
        {"sugekari21", 4, "{}", 1, false},
        {"sugekari21", 4, "{}", 2, true},
        {"sugekari21", 4, "{}", 3, false},
        {"sugekari21", 4, R"({"exchange":"partner"})", 2, false},
        {"ttpageone", 4, "{}", 2, false},
        {"ttpageone", 6, R"({"teams":2})", 5, false},
        {"ttpageone", 6, R"({"teams":2})", 4, true},
        {"ttpageone", 6, R"({"teams":3})", 4, false},
    }));
    CAPTURE(game, options, people);
    RoomFixture f({game, seats, {}, options});
    auto const host = f.join("Host");
    for (int more = 1; more < people; ++more) f.join("P");
    f.say(host, {{"type", "start"}});
    CHECK(host.last("room")["status"] == (begins ? "playing" : "waiting"));
    if (begins)
        CHECK(host.last("room")["seats"].size() == static_cast<std::size_t>(people));
    else
        CHECK(host.last()["code"] == "too_few_players");
}

TEST_CASE("fill puts bots of any level on empty seats, and the last one begins the match", "[room]") {
    RoomFixture table({"selfish", 5});
    auto const host = table.enter({{"type", "join"}, {"name", "Host"}, {"seat", 1}});
    for (auto const& [fill, seat] : {std::pair<Json, int>({{"type", "fill"}}, 0),
                                     {{{"type", "fill"}, {"seat", 4}, {"level", "hard"}}, 4},
                                     {{{"type", "fill"}, {"level", "easy"}}, 2},
                                     {{{"type", "fill"}, {"level", "normal"}}, 3}}) {
        table.say(host, fill);
        auto const bot = seat_of(host.last("room"), seat);
        CHECK(bot["kind"] == "bot");
        CHECK(bot["connected"] == true);
        CHECK_FALSE(bot["name"].get<std::string>().empty());
        CHECK(host.last("room")["status"] == (seat == 3 ? "playing" : "waiting"));
    }
    CHECK(host.last("update")["seq"] == 1);
}

TEST_CASE("where the host leaves, the next one is whoever has the lowest seat", "[room]") {
    RoomFixture table({"selfish", 6});
    Person aki, ben, eri;
    for (auto const& [person, seat] : {std::pair(aki, 2), std::pair(ben, 5), std::pair(eri, 4)})
        table.say(person, {{"type", "join"}, {"name", "n"}, {"seat", seat}});
    auto const is_host = [&](int seat) { return seat_of(ben.last("room"), seat)["host"] == true; };
    CHECK(is_host(2));
    table.say(aki, {{"type", "leave"}});
    CHECK(is_host(4));
    // Who comes later is no host, whatever its seat.
    auto const ren = table.join("Ren");
    REQUIRE(ren.last("joined")["seat"] == 0);
    CHECK(is_host(4));
    table.say(eri, {{"type", "leave"}});
    CHECK(is_host(0));
    table.say(ren, {{"type", "leave"}});
    table.say(ben, {{"type", "leave"}});
    table.say(aki, {{"type", "join"}, {"name", "n"}, {"seat", 3}});
    CHECK(seat_of(aki.last("room"), 3)["host"] == true);
}

TEST_CASE("room_full is looked at before seat_taken, a wrong seat before both", "[room]") {
    RoomFixture table({"fortyone", 2});
    auto const aki = table.join("Aki");
    table.join("Ben");
    auto const eve = table.enter({{"type", "join"}, {"name", "Eve"}, {"seat", 0}});
    CHECK(eve.last()["code"] == "room_full");
    table.say(eve, {{"type", "join"}, {"name", "Eve"}, {"seat", 2}});
    CHECK(eve.last()["code"] == "bad_message");
}

TEST_CASE("updates of events only leave the view out of all but the first", "[room]") {
    RoomFixture table({"selfish", 2});
    auto const aki = table.enter({{"type", "join"}, {"name", "Aki"}, {"updates", "events"}});
    auto const ben = table.join("Ben");
    CHECK(aki.last("update").contains("view"));
    table.act(on_turn_of(aki, ben), {{"type", "draw"}});
    CHECK_FALSE(aki.last("update").contains("view"));
    CHECK(ben.last("update").contains("view"));
}

TEST_CASE("a spectator sees the match, has no decision, and is counted", "[room]") {
    RoomFixture table({"fortyone", 2});
    auto const aki = table.join("Aki");
    table.join("Ben");
    auto const eve = table.watch("Eve");
    CHECK(eve.types() == "joined room update");
    CHECK(eve.got()[0] == Json({{"type", "joined"}, {"room", "ROOM"}, {"seat", nullptr}}));
    CHECK(aki.last("room")["spectators"] == 1);
    CHECK_FALSE(eve.last().contains("decision"));
    CHECK(eve.last()["resync"] == true);
    CHECK(eve.last()["events"] == Json::array());
    CHECK(eve.last()["view"]["hands"][0] == Json::array({nullptr, nullptr, nullptr, nullptr, nullptr, nullptr}));
    table.say(eve, {{"type", "start"}});
    CHECK(eve.last()["code"] == "not_seated");
    table.say(eve, {{"type", "chat"}, {"text", "hi"}});
    CHECK(aki.last() == Json({{"type", "chat"}, {"room", "ROOM"}, {"from", nullptr}, {"name", "Eve"}, {"text", "hi"}}));
}

TEST_CASE("after a match everybody's rematch begins the next, under the commitment that was shown", "[room]") {
    RoomFixture table({"selfish", 2});
    auto const aki = table.join("Aki");
    table.say(aki, {{"type", "rematch"}});
    CHECK(aki.last()["code"] == "not_playing");
    auto const ben = table.join("Ben");
    auto const first = ben.last("room")["commitment"];
    table.say(ben, {{"type", "rematch"}});
    CHECK(ben.last()["code"] == "already_playing");
    for (auto const& person : {aki, ben}) table.leave(person);
    table.let_bots_play();
    REQUIRE(table.room.state().status == RoomStatus::finished);

    for (auto const& person : {aki, ben})
        table.say(person, {{"type", "resume"}, {"token", person.last("joined")["token"]}});
    auto const next = ben.last("room")["commitment"];
    CHECK(next != first);
    CHECK(ben.last("room")["match"] == 2);
    table.say(aki, {{"type", "rematch"}, {"id", 1}, {"entropy", "more"}});
    CHECK(aki.last()["type"] == "ok");
    table.say(ben, {{"type", "rematch"}});
    CHECK(ben.last("room")["status"] == "playing");
    CHECK(ben.last("room")["commitment"] == next);
    CHECK(ben.last("update")["seq"] == 1);

    auto const* record = table.room.finished_match(1);
    REQUIRE(record);
    auto const replay = Json::parse(replay_of(*record));
    CHECK(replay["commitment"] == first);
    CHECK_FALSE(table.room.finished_match(2));
    CHECK(table.room.is_being_played(2));
}

TEST_CASE("decision numbers go on growing in the next match", "[room]") {
    RoomFixture table({"selfish", 2}, Keeps::journal);
    auto const aki = table.join("Aki");
    table.say(aki, {{"type", "fill"}});
    table.leave(aki);
    table.let_bots_play();
    auto const reached = table.room.state().decisions;
    table.say(aki, {{"type", "resume"}, {"token", aki.last("joined")["token"]}});
    table.say(aki, {{"type", "start"}});
    CHECK(aki.last("update")["seq"] == 1);
    REQUIRE(table.room.state().match == 2);
    for (auto const seat : all_seats(2)) CHECK(reached[seat] > 0);
    std::vector<double> const expected{reached.begin(), reached.end()};
    CHECK(table.stored<MatchBegun>().back().setup.decisions_before == expected);
}

TEST_CASE("a host who has not been connected for 60 seconds may be kicked from any seat", "[room]") {
    RoomFixture table({"selfish", 3});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    table.say(ben, {{"type", "kick"}, {"seat", 0}});
    CHECK(ben.last()["code"] == "not_host");
    table.disconnect(aki);
    table.pass_time(60);
    table.say(ben, {{"type", "kick"}, {"seat", 0}, {"id", 1}});
    CHECK(seat_of(ben.last("room"), 0)["kind"] == "empty");
    CHECK(seat_of(ben.last("room"), 1)["host"] == true);
    table.say(ben, {{"type", "kick"}, {"seat", 2}});
    CHECK(ben.last()["code"] == "bad_message");
}

TEST_CASE("nobody joins while the server is stopping", "[room]") {
    RoomFixture table({"selfish", 3});
    table.room.set_intake(Intake::no_people);
    auto const aki = table.enter({{"type", "join"}, {"name", "Aki"}});
    CHECK(aki.last()["code"] == "shutting_down");
}

TEST_CASE("no match begins while the server drains, while it stops, matches go on as before", "[room]") {
    RoomFixture table({"selfish", 3});
    auto const aki = table.join("Aki"), ben = table.join("Ben");
    table.room.set_intake(Intake::nothing_new);
    table.say(aki, {{"type", "start"}});
    CHECK(aki.last()["code"] == "shutting_down");
    // The third seat is taken, and yet nothing begins.
    table.say(aki, {{"type", "fill"}});
    CHECK(ben.last("room")["status"] == "waiting");
    table.room.set_intake(Intake::no_people);
    table.say(aki, {{"type", "start"}});
    CHECK(ben.last("room")["status"] == "playing");
}

TEST_CASE("built-in bots finish a match of every game by themselves", "[room]") {
    for (auto const* game : all_games()) {
        INFO(game->id());
        RoomFixture table({std::string(game->id()), game->seat_counts().usual});
        auto const aki = table.join("Aki");
        for (int seat = 1; seat < game->seat_counts().usual; ++seat) table.say(aki, {{"type", "fill"}});
        table.leave(aki);
        table.let_bots_play(100000);
        CHECK(table.room.state().status == RoomStatus::finished);
        CHECK(table.room.finished_match(1));
    }
}

TEST_CASE("a room made with a bot in every seat begins at once, and may be watched", "[room]") {
    RoomFixture f({"sugekari21", 4});
    f.room.seat_bots({BotLevel::easy, BotLevel::normal, BotLevel::easy, BotLevel::hard});
    f.publish(f.room.wake(f.now));
    CHECK(f.room.state().status == RoomStatus::playing);
    auto const watcher = f.watch("Emi");
    CHECK(watcher.types() == "joined room update");
    f.let_bots_play();
    CHECK(f.room.state().status == RoomStatus::finished);
    CHECK(watcher.last("update")["view"]["phase"] == "over");
}

TEST_CASE("where a bot's action is refused, one of the templates is taken at random", "[room]") {
    RoomFixture f({"fortyone", 2});
    f.room.seat_bots({BotLevel::normal, BotLevel::normal});
    f.publish(f.room.wake(f.now));
    CHECK(f.tasks.empty());
    auto const watcher = f.watch("Emi");
    REQUIRE(f.tasks.size() == 1);
    auto const asked = f.tasks.front();
    CHECK(asked.view);
    auto const again = f.room.bot_moved(asked.seat, asked.decision, R"({"type":"pass"})", f.now);
    REQUIRE(again.bot_tasks.size() == 1);
    CHECK(again.bot_tasks.front().level == BotLevel::easy);
    CHECK(again.bot_tasks.front().decision == asked.decision);
    auto const late = f.room.bot_moved(asked.seat, asked.decision + 1, R"({"type":"pass"})", f.now);
    CHECK(late.bot_tasks.empty());
}

TEST_CASE("a room made with bots in some seats waits for people in the others", "[room]") {
    RoomFixture f({"sugekari21", 2});
    f.room.seat_bots({BotLevel::easy, {}});
    f.publish(f.room.wake(f.now));
    CHECK(f.room.state().status == RoomStatus::waiting);
    auto const aki = f.join("Aki");
    CHECK(aki.last("joined")["seat"] == 1);
    CHECK(aki.last("room")["status"] == "playing");
    CHECK(aki.last("room")["seats"][1]["host"] == true);
}
