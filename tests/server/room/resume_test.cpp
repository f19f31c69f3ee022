// Seats that are left, lost, fought for and taken up again.
#include "server/room/seating.hpp"
#include "tests/server/support/room_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("who leaves a match is played on by a bot until the token resumes", "[room]") {
    RoomFixture table({"fortyone", 2});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const token = aki.last("joined")["token"];
    table.say(aki, {{"type", "leave"}, {"id", 1}});
    CHECK(aki.last()["type"] == "ok");
    auto const seat = seat_of(ben.last("room"), 0);
    CHECK(seat["kind"] == "human");
    CHECK(seat["bot_plays"] == true);
    CHECK(seat["connected"] == false);
    CHECK(seat_of(ben.last("room"), 1)["host"] == true);

    auto const back = table.resume(token);
    CHECK(back.types() == "joined room update");
    CHECK(back.last()["resync"] == true);
    CHECK_FALSE(seat_of(ben.last("room"), 0).contains("bot_plays"));
}

TEST_CASE("a seat that leaves, resumes and leaves again is played on each time", "[room]") {
    RoomFixture table({"fortyone", 2});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& on_turn = on_turn_of(aki, ben);
    auto const token = on_turn.last("joined")["token"];
    table.leave(on_turn);
    REQUIRE(table.tasks.size() == 1);
    table.tasks.clear();
    auto const back = table.resume(token);
    table.leave(back);
    CHECK(table.tasks.size() == 1);
}

TEST_CASE("a bot makes no move for somebody who left before 3 s have passed, each time", "[room]") {
    RoomFixture table({"fortyone", 2});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& leaves = on_turn_of(aki, ben);
    auto const& stays = &leaves == &aki ? ben : aki;
    table.say(leaves, {{"type", "leave"}});
    CHECK(table.room.deadline() == table.now + seconds(3));
    table.pass_time(2.9);
    CHECK(table.tasks.empty());
    table.pass_time(0.1);
    REQUIRE(table.tasks.size() == 1);

    // What the bot has thought for an earlier absence is not played in the next.
    table.say(leaves, {{"type", "resume"}, {"token", leaves.last("joined")["token"]}});
    table.say(leaves, {{"type", "leave"}});
    table.let_bots_play();
    CHECK(stays.last("update")["seq"] == 1);
    table.pass_time(3);
    REQUIRE(table.tasks.size() == 1);
    table.let_bots_play(1);
    CHECK(stays.last("update")["seq"] == 2);
}

TEST_CASE("whose time is up while away finds a bot at this decision", "[room]") {
    RoomFixture table({"fortyone", 2, ClockSetting{1, 0}});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& leaves = on_turn_of(aki, ben);
    table.say(leaves, {{"type", "leave"}});
    table.pass_time(2);
    CHECK(table.tasks.empty());
    table.say(leaves, {{"type", "resume"}, {"token", leaves.last("joined")["token"]}});
    table.pass_time(0);
    REQUIRE(table.tasks.size() == 1);
    table.let_bots_play(1);
    CHECK(leaves.last("update")["seq"] == 2);
}

TEST_CASE("a bot plays on for somebody who left although nobody is there and no clock runs", "[room]") {
    RoomFixture table({"fortyone", 2});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& left = on_turn_of(aki, ben);
    table.say(left, {{"type", "leave"}});
    table.disconnect(&left == &aki ? ben : aki);
    CHECK_FALSE(table.room.is_at_rest());
    CHECK(table.room.next_check() == table.now + seconds(3));
    table.pass_time(3);
    CHECK(table.tasks.size() == 1);
    // Until the bot has decided there is nothing to wait for.
    CHECK_FALSE(table.room.next_check());
}

TEST_CASE("outside a match who resumes gets joined and room, and who has watched watches no more", "[room]") {
    RoomFixture table({"fortyone", 2});
    auto const aki = table.join("Aki");
    auto const watcher = table.watch("Ren");
    table.say(watcher, {{"type", "resume"}, {"token", aki.last("joined")["token"]}});
    CHECK(watcher.types() == "joined room joined room");
    CHECK(watcher.last("room")["spectators"] == 0);
    CHECK(aki.last()["type"] == "replaced");
}

TEST_CASE("outside a match who leaves gives the seat and its token up", "[room]") {
    RoomFixture table({"fortyone", 2});
    auto const aki = table.join("Aki");
    auto const token = aki.last("joined")["token"];
    table.say(aki, {{"type", "leave"}});
    auto const back = table.resume(token);
    CHECK(back.last()["code"] == "bad_token");
    CHECK_FALSE(table.room.state().host);
}

TEST_CASE("a new token makes the old one worthless, also for who has the seat by it", "[room]") {
    RoomFixture table({"fortyone", 2}, Keeps::journal);
    auto const aki = table.join("Aki");
    table.join("Ben");
    auto const stolen = aki.last("joined")["token"];
    Person thief, owner;
    table.say(thief, {{"type", "resume"}, {"token", stolen}});
    REQUIRE(thief.last("joined")["token"] == stolen);
    table.changes.clear();
    table.say(owner, {{"type", "resume"}, {"token", stolen}, {"renew", true}, {"id", 1}});
    auto const token = owner.last("joined")["token"];
    CHECK(owner.last("joined")["re"] == 1);
    CHECK(token != stolen);
    CHECK(token.get<std::string>().size() == 32);
    CHECK(thief.last()["type"] == "replaced");
    // It is stored, so that it holds after a restart.
    REQUIRE(table.stored<RoomSaved>().size() == 1);
    CHECK(table.stored<RoomSaved>()[0].room.seats[0].token_hash == to_hex(sha256_of(token.get<std::string>())));

    table.say(thief, {{"type", "resume"}, {"token", stolen}});
    CHECK(thief.last()["code"] == "bad_token");
    table.say(thief, {{"type", "resume"}, {"token", stolen}, {"renew", true}});
    CHECK(thief.last()["code"] == "bad_token");
    auto const again = table.enter({{"type", "resume"}, {"token", token}, {"renew", false}});
    CHECK(again.last("joined")["token"] == token);
}

TEST_CASE("one of the last 64 updates is made by playing at most 128 actions, and is the same as by playing all",
          "[room]") {
    RoomFixture table({"ttpageone", 6, {}, R"({"games":9})"});
    table.room.seat_bots(std::vector<Nullable<BotLevel>>(6, BotLevel::easy));
    table.publish(table.room.wake(table.now));
    auto const watcher = table.watch("W");
    table.let_bots_play();
    auto const* whole = table.room.finished_match(1);
    REQUIRE(whole);
    REQUIRE(whole->actions.size() > 300);

    auto record = *whole;
    record.actions = {};
    MatchRun run(record);
    RecentPast past;
    std::vector<std::string> updates{run.update(Seat(0), {})};
    for (auto const& action : whole->actions) {
        REQUIRE_FALSE(run.act(action.seat, action.action));
        record.actions.add(action);
        past.note(run, record);
        updates.push_back(run.update(Seat(0), {}));
        auto const since = std::max<std::int64_t>(1, run.seq() - 64);
        auto [again, next] = past.from(since, record);
        CHECK(again.seq() <= since);
        int played = 0;
        for (; next != record.actions.end(); ++next, ++played) {
            auto const missed = *next;
            REQUIRE_FALSE(again.act(missed.seat, missed.action));
            REQUIRE(again.update(Seat(0), {}) == updates[static_cast<std::size_t>(again.seq()) - 1]);
        }
        CHECK(played <= 128);
        CHECK(again.seq() == run.seq());
    }
}

TEST_CASE("resume with since repeats no more than 64 updates", "[room]") {
    RoomFixture table({"sugekari21", 4, {}, R"({"games":3})"});
    std::vector<Person> people;
    for (int i = 0; i < 4; ++i) people.push_back(table.join("P" + std::to_string(i)));
    auto const& aki = people.front();
    auto const seq = [&] { return aki.last("update")["seq"].get<int>(); };
    while (seq() < 70) {
        auto const on_turn =
            std::ranges::find_if(people, [](Person const& person) { return !person.last("update")["legal"].empty(); });
        REQUIRE(on_turn != people.end());
        table.act(*on_turn, table.first_action(*on_turn));
    }
    auto const token = aki.last("joined")["token"];
    auto const updates = [&](int missing) {
        auto const back = table.enter({{"type", "resume"}, {"token", token}, {"since", seq() - missing}});
        return std::ranges::count(back.got(), "update", [](Json const& message) { return message["type"]; });
    };
    CHECK(updates(64) == 65);
    CHECK(updates(65) == 1);
}

TEST_CASE("resume with since repeats what was missed as it was, then a resync", "[room]") {
    RoomFixture table({"selfish", 2});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    for (int i = 0; i < 2; ++i) {
        auto const& on_turn = on_turn_of(aki, ben);
        table.act(on_turn, {{"type", "draw"}});
    }
    auto const token = aki.last("joined")["token"];
    auto missed = aki.got();
    std::erase_if(missed, [](Json const& message) { return message["type"] != "update" || message["seq"] == 1; });
    REQUIRE(missed.size() == 2);

    auto const back = table.enter({{"type", "resume"}, {"token", token}, {"since", 1}});
    CHECK(back.types() == "joined room update update update");
    CHECK(back.got()[2] == missed[0]);
    CHECK(back.got()[3] == missed[1]);
    CHECK(back.got()[4]["resync"] == true);
    CHECK(back.got()[4]["seq"] == 3);
    CHECK(back.got()[4]["decision"] == missed[1]["decision"]);

    auto const other_match =
        table.enter({{"type", "resume"}, {"token", token}, {"since", 1}, {"match", 2}, {"updates", "events"}});
    CHECK(other_match.types() == "joined room update");
}

TEST_CASE("missed updates come in the mode that the resume asks for, whatever they were sent in", "[room]") {
    RoomFixture table({"selfish", 2});
    auto const joined_with = GENERATE("full", "events");
    auto const aki = table.enter({{"type", "join"}, {"name", "Aki"}, {"updates", joined_with}});
    auto const ben = table.join("Ben");
    table.act(on_turn_of(aki, ben), {{"type", "draw"}});
    table.act(on_turn_of(aki, ben), {{"type", "draw"}});
    Json const resume{{"type", "resume"}, {"token", aki.last("joined")["token"]}, {"since", 1}};

    Person with_views;
    table.say(with_views, resume);
    REQUIRE(with_views.types() == "joined room update update update");
    Person events_only;
    auto with_events = resume;
    with_events["updates"] = "events";
    table.say(events_only, with_events);
    REQUIRE(events_only.types() == "joined room update update update");
    for (std::size_t missed : {2, 3}) {
        auto update = with_views.got()[missed];
        CHECK(update["view"]["game"] == "selfish");
        update.erase("view");
        CHECK(events_only.got()[missed] == update);
    }
    // The one with `resync` has the view in both modes; what follows is in the mode of the newest resume.
    CHECK(events_only.last("update") == with_views.last("update"));
    table.act(on_turn_of(events_only, ben), {{"type", "draw"}});
    CHECK_FALSE(events_only.last("update").contains("view"));
}

TEST_CASE("two connections that fight for a seat: the last to resume has it each time, and its act counts once",
          "[room]") {
    RoomFixture table({"selfish", 2});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& on_turn = on_turn_of(aki, ben);
    auto const& other = &on_turn == &aki ? ben : aki;
    Json const resume{{"type", "resume"}, {"token", on_turn.last("joined")["token"]}};
    auto const decision = on_turn.last("update")["decision"];
    Person one = on_turn;
    Person two;
    auto const heard = other.types();
    for (int i = 0; i < 3; ++i) {
        table.say(two, resume);
        CHECK(one.last() == Json({{"type", "replaced"}, {"room", "ROOM"}}));
        CHECK(two.last("joined")["token"] == resume["token"]);
        CHECK(two.last("update")["decision"] == decision);
        table.say(one, resume);
        CHECK(two.last() == Json({{"type", "replaced"}, {"room", "ROOM"}}));
    }
    CHECK(other.types() == heard);
    Json const act{{"type", "act"}, {"decision", decision}, {"action", {{"type", "draw"}}}};
    table.say(two, act);
    CHECK(two.last()["code"] == "not_seated");
    table.say(one, act);
    CHECK(one.last("update")["seq"] == 2);
    table.say(two, resume);
    table.say(two, act);
    CHECK(two.last()["code"] == "stale_decision");
    CHECK(other.last("update")["seq"] == 2);

    // Whoever was replaced and is gone leaves the seat where it is.
    table.disconnect(one);
    CHECK(table.room.presence().has(two.client));
    CHECK(seat_of(two.last("room"), two.last("joined")["seat"])["connected"] == true);
}

TEST_CASE("a since that is no seq of the match has nothing sent again", "[room]") {
    RoomFixture table({"selfish", 2});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& on_turn = on_turn_of(aki, ben);
    table.act(on_turn, {{"type", "draw"}});
    auto const types_after = [&](Json message) {
        message["type"] = "resume";
        message["token"] = aki.last("joined")["token"];
        Person back;
        table.say(back, message);
        return back.types();
    };
    CHECK(types_after({{"since", 1}}) == "joined room update update");
    CHECK(types_after({{"since", 1}, {"match", 1}}) == "joined room update update");
    for (auto const& nothing : {Json{{"since", 2}}, Json{{"since", 3}}, Json{{"since", 0}}, Json{{"since", -1}},
                                Json{{"since", 1e300}}, Json{{"since", 1}, {"match", 2}}}) {
        INFO(nothing);
        CHECK(types_after(nothing) == "joined room update");
    }
}
