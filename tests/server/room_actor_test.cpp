// A room at work with a journal: what it lets out and when, and what becomes of it when nothing can be stored.
#include "server/observe/metrics.hpp"
#include "tests/server/room_table.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;
using namespace std::chrono_literals;

TEST_CASE("Nobody is told of what is not durable, and nobody sees it") {
    Table table(new_room("selfish", 3));
    table.store->hold();
    Person aki;
    table.say(aki, {{"type", "join"}, {"name", "Aki"}, {"id", 1}});
    table.store->wait_for_commit();
    int seen = 0;
    auto const shown = table.shown;
    table.actor->read([&](Room const& room) { seen += room.has_company() ? 1 : -1; });
    table.executor.run();
    CHECK(aki.got().empty());
    CHECK(seen == 0);
    CHECK(table.shown == shown);

    table.store->let_go();
    table.executor.run_until([&] { return seen != 0; });
    CHECK(aki.types() == "joined room");
    CHECK(seen == 1);
    CHECK(table.shown == shown + 1);
}

TEST_CASE("An act is stored before anybody hears of it") {
    Two match;
    auto const before = match.other.got().size();
    match.store->hold();
    match.say(match.on_turn,
              {{"type", "act"}, {"id", "a"}, {"decision", match.on_turn.last("update")["decision"]}, {"action", draw}});
    match.store->wait_for_commit();
    CHECK(match.other.got().size() == before);
    CHECK(match.on_turn.last("ok") == nullptr);
    match.store->let_go();
    match.executor.run_until([&] { return match.on_turn.last("ok") != nullptr; });
    CHECK(match.other.last("update")["seq"] == 2);
    auto const stored = match.store->stored<ActionTaken>();
    REQUIRE(stored.size() == 1);
    CHECK(Json::parse(stored[0].action) == draw);
}

TEST_CASE("What comes while a room's commit is under way is its next unit, in order") {
    Table table(new_room("selfish", 3));
    std::vector<Person> people(3);
    table.store->hold();
    table.say(people[0], {{"type", "join"}, {"name", "0"}});
    table.store->wait_for_commit();
    table.say(people[1], {{"type", "join"}, {"name", "1"}});
    table.say(people[2], {{"type", "join"}, {"name", "2"}, {"role", "spectator"}});
    table.say(people[1], {{"type", "chat"}, {"text", "hi"}});
    auto const before = table.store->commits().size();
    table.store->let_go();
    table.executor.run_until([&] { return people[0].last("chat") != nullptr; });
    CHECK(table.store->commits().size() == before + 2);
    CHECK(people[0].types() == "joined room room room chat");
    CHECK(people[1].types() == "joined room room chat");
    CHECK(people[2].types() == "joined room chat");
}

TEST_CASE("What comes to a room in one turn is one unit; who looks on meanwhile waits until it is durable") {
    Table table(new_room("selfish", 3));
    auto const before = table.store->commits().size();
    Person aki, ben, cem;
    auto taken = 0;
    table.executor.post([&] {
        table.hand_in(table.actor, aki, {{"type", "join"}, {"name", "Aki"}});
        table.hand_in(table.actor, ben, {{"type", "join"}, {"name", "Ben"}});
        table.actor->read([&](Room const& room) {
            CHECK(table.store->commits().size() == before + 1);
            for (auto const& seat : room.state().seats) taken += seat.kind == SeatKind::human;
        });
        table.hand_in(table.actor, cem, {{"type", "join"}, {"name", "Cem"}, {"role", "spectator"}});
    });
    table.executor.run_until([&] { return cem.last("joined") != nullptr; });
    CHECK(taken == 2);
    CHECK(aki.types() == "joined room room room");
    CHECK(ben.types() == "joined room room");
    REQUIRE(table.store->commits().size() == before + 1);
    CHECK(table.store->commits().back().size() == 1);
}

TEST_CASE("Nobody gets in before what waits behind a reader") {
    Table table(new_room("selfish", 4));
    std::vector<Person> people(4);
    auto const join = [&](int person) {
        table.hand_in(table.actor, people[person], {{"type", "join"}, {"name", std::to_string(person)}});
    };
    table.store->hold();
    table.executor.post([&] {
        join(0);
        // Behind what the commit lets in, before that turn's end.
        table.actor->wake([&](bool) { table.executor.post([&] { join(3); }); });
    });
    table.executor.run();
    table.store->wait_for_commit();
    join(1);
    table.actor->read([](Room const&) {});
    join(2);
    table.store->let_go();
    table.executor.run_until([&] { return people[3].last("joined") != nullptr; });
    CHECK(people[2].last("joined")["seat"] == 2);
    CHECK(people[3].last("joined")["seat"] == 3);
}

TEST_CASE("What the rooms of a thread do in one turn is one commit, a unit for each") {
    Table table(new_room("selfish", 3));
    auto const other = table.make_room(new_room("selfish", 3));
    auto const before = table.store->commits().size();
    Person aki, ben;
    table.executor.post([&] { table.hand_in(table.actor, aki, {{"type", "join"}, {"name", "Aki"}}); });
    table.executor.post([&] { table.hand_in(other, ben, {{"type", "join"}, {"name", "Ben"}}); });
    table.executor.run_until([&] { return ben.last("joined") != nullptr; });
    CHECK(aki.last("joined") != nullptr);
    REQUIRE(table.store->commits().size() == before + 1);
    CHECK(table.store->commits().back().size() == 2);
}

TEST_CASE("Where too much waits to be stored, what comes is unavailable, and works later") {
    Table table(new_room("selfish", 3), Keeps::journal, 1);
    auto const second = table.make_room(new_room("selfish", 3));
    auto const third = table.make_room(new_room("selfish", 3));
    Person aki, ben, cem;
    Json const join{{"type", "join"}, {"name", "x"}};
    table.store->hold();
    table.say(aki, join);
    table.store->wait_for_commit();
    table.say(second, ben, join);
    CHECK(ben.got().empty());
    table.say(third, cem, join);
    CHECK(cem.last()["code"] == "unavailable");
    table.store->let_go();
    table.executor.run_until([&] { return ben.last("joined") != nullptr; });
    table.say(third, cem, join);
    table.executor.run_until([&] { return cem.last("joined") != nullptr; });
    CHECK(cem.last("joined")["seat"] == 0);
}

TEST_CASE("Acts that are stored together have the answers and updates that they have one by one") {
    Two alone;
    std::vector<std::pair<Person Two::*, Json>> acts;
    while (acts.size() < 3) {
        auto const seat = alone.aki.last("update").contains("legal") ? &Two::aki : &Two::ben;
        auto const update = (alone.*seat).last("update");
        acts.push_back({seat, {{"type", "act"}, {"decision", update["decision"]}, {"action", update["legal"][0]}}});
        auto const ok = alone.act(alone.*seat, acts.back().second["action"]);
        REQUIRE(ok["type"] == "ok");
        acts.back().second["id"] = ok["re"];
    }

    Two together;
    auto const say = [&](std::size_t act) { together.say(together.*acts[act].first, acts[act].second); };
    together.store->hold();
    say(0);
    together.store->wait_for_commit();
    auto const before = together.store->commits().size();
    say(1);
    say(2);
    together.store->let_go();
    together.executor.run_until([&] { return together.aki.last("update")["seq"] == 4; });
    CHECK(together.store->commits().size() == before + 2);
    auto const of_acts = [](Person const& person) {
        auto messages = person.got();
        std::erase_if(messages,
                      [](Json const& message) { return message["type"] != "update" && message["type"] != "ok"; });
        return messages;
    };
    CHECK(of_acts(together.aki) == of_acts(alone.aki));
    CHECK(of_acts(together.ben) == of_acts(alone.ben));
}

TEST_CASE("An act counts from when it is carried out: nobody's clock runs while the act before it waits") {
    Two alone;
    auto const first = alone.on_turn.last("update");
    REQUIRE(alone.act(alone.on_turn, first["legal"][0])["type"] == "ok");
    auto const& next = alone.aki.last("update").contains("legal") ? alone.aki : alone.ben;
    auto const second = next.last("update");

    Two match;
    auto const act = [](Json const& update) {
        return Json{{"type", "act"}, {"decision", update["decision"]}, {"action", update["legal"][0]}};
    };
    match.store->hold();
    match.executor.pass(1s);
    match.say(match.on_turn, act(first));
    match.store->wait_for_commit();
    match.executor.pass(2s);
    match.say(&next == &alone.aki ? match.aki : match.ben, act(second));
    match.executor.pass(4s);
    match.store->let_go();
    match.executor.run_until([&] { return match.aki.last("update")["seq"] == 3; });
    auto const stored = match.store->stored<ActionTaken>();
    REQUIRE(stored.size() == 2);
    CHECK(stored[0].ms == 1000);
    CHECK(stored[1].ms == 7000);
}

TEST_CASE("What follows from one room's commit may fail: the others hear of theirs, and the room goes on") {
    Table table(new_room("selfish", 3));
    auto const fails = table.make_room(new_room("selfish", 3));
    auto const goes_on = table.make_room(new_room("selfish", 3));
    auto const before = table.store->commits().size();
    auto awake = false;
    table.executor.post([&] {
        fails->wake([](bool) { throw std::runtime_error("no"); });
        goes_on->wake([&](bool stored) { awake = stored; });
    });
    table.executor.run_until([&] { return awake; });
    CHECK(table.store->commits().size() == before + 1);

    Person aki;
    table.say(fails, aki, {{"type", "join"}, {"name", "Aki"}});
    table.executor.run_until([&] { return aki.last("joined") != nullptr; });
}

TEST_CASE("What fails in a room has not happened, and the room goes on") {
    auto const keeps = GENERATE(Keeps::journal, Keeps::nothing);
    auto fails = false;
    auto bytes = counted_bytes();
    Table table(new_room("fortyone", 2, {}, "{}",
                         [&](std::span<std::uint8_t> random) {
                             if (fails) throw std::runtime_error("no random bytes");
                             bytes(random);
                         }),
                keeps);
    auto const aki = table.join("Aki");
    Person ben;
    fails = true;
    CHECK(table.ask(ben, {{"type", "join"}, {"name", "Ben"}})["code"] == "unavailable");
    fails = false;
    CHECK(table.ask(ben, {{"type", "join"}, {"name", "Ben"}})["seat"] == 1);
    CHECK(aki.last("room")["status"] == "playing");
    if (keeps == Keeps::nothing) return;

    // The end of a match draws the next one's seed.
    auto failed = 0;
    while (aki.last("room")["status"] == "playing") {
        auto const& on_turn = aki.last("update").contains("legal") ? aki : ben;
        auto const action = on_turn.last("update")["legal"][0];
        fails = true;
        if (table.act(on_turn, action)["type"] == "ok") continue;
        ++failed;
        CHECK(aki.last("room")["status"] == "playing");
        fails = false;
        CHECK(table.act(on_turn, action)["type"] == "ok");
    }
    CHECK(failed == 1);
    CHECK(table.store->stored<ActionTaken>().size() == aki.last("update")["seq"].get<std::size_t>() - 1);
}

TEST_CASE("What fails takes with it what came before it in its turn, and what comes after it stays") {
    constexpr std::size_t token_bytes = 16;
    auto tokens = 0;
    Table table(new_room("selfish", 3, {}, "{}", [&](std::span<std::uint8_t> random) {
        if (random.size() == token_bytes && ++tokens == 2) throw std::runtime_error("no random bytes");
        std::fill(random.begin(), random.end(), static_cast<std::uint8_t>(tokens));
    }));
    Person aki, ben, cem;
    table.executor.post([&] {
        table.hand_in(table.actor, aki, {{"type", "join"}, {"name", "Aki"}});
        table.hand_in(table.actor, ben, {{"type", "join"}, {"name", "Ben"}});
        table.hand_in(table.actor, cem, {{"type", "join"}, {"name", "Cem"}});
    });
    table.executor.run_until([&] { return cem.last("joined") != nullptr; });
    CHECK(aki.last()["code"] == "unavailable");
    CHECK(ben.last()["code"] == "unavailable");
    CHECK(cem.last("joined")["seat"] == 0);
}

TEST_CASE("What fails in a turn takes nothing with it that was let out before") {
    constexpr std::size_t token_bytes = 16;
    auto tokens = 0;
    Table table(new_room("selfish", 3, {}, "{}", [&](std::span<std::uint8_t> random) {
        if (random.size() == token_bytes && ++tokens > 2) throw std::runtime_error("no random bytes");
        std::fill(random.begin(), random.end(), static_cast<std::uint8_t>(tokens));
    }));
    auto const aki = table.join("Aki");
    Person ben, cem, dan;
    table.executor.post([&] {
        table.hand_in(table.actor, ben, {{"type", "join"}, {"name", "Ben"}});
        table.hand_in(table.actor, cem, {{"type", "join"}, {"name", "Cem"}});
        table.actor->disconnect(aki.member);
        table.hand_in(table.actor, dan, {{"type", "join"}, {"name", "Dan"}});
    });
    std::optional<bool> company;
    table.actor->read([&](Room const& room) { company = room.has_company(); });
    table.executor.run_until([&] { return company.has_value(); });
    for (auto const* person : {&ben, &cem, &dan}) CHECK(person->last()["code"] == "unavailable");
    CHECK(company == false);
}

TEST_CASE("An act that can't be stored is unavailable, and nothing has changed") {
    Two match;
    auto const heard = match.other.types();
    auto const& counted = game_metrics("selfish").actions[Actor::client][ActionResult::accepted];
    auto const before = counted.value();
    match.store->refuse("ROOM");
    CHECK(match.act(match.on_turn, draw)["code"] == "unavailable");
    CHECK(match.act(match.on_turn, draw)["code"] == "unavailable");
    CHECK(match.other.types() == heard);

    match.store->accept();
    CHECK(counted.value() == before);
    CHECK(match.act(match.on_turn, draw)["seq"] == 2);
    CHECK(counted.value() == before + 1);
    CHECK(match.other.last("update")["seq"] == 2);
    CHECK(match.store->stored<ActionTaken>().size() == 1);
}

TEST_CASE("Each act of a match can't be stored at first, the last one too: the match is what it would have been") {
    Table table(new_room("fortyone", 2));
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const commitment = aki.last("room")["commitment"];
    while (aki.last("room")["status"] == "playing") {
        auto const& on_turn = aki.last("update").contains("legal") ? aki : ben;
        auto const action = on_turn.last("update")["legal"][0];
        auto const next = aki.last("update")["seq"].get<int>() + 1;
        table.store->refuse("ROOM");
        REQUIRE(table.act(on_turn, action)["code"] == "unavailable");
        table.store->accept();
        REQUIRE(table.act(on_turn, action)["seq"] == next);
    }
    CHECK(aki.last("room")["match"] == 2);
    CHECK(table.store->stored<MatchEnded>().size() == 1);
    std::string replay;
    table.actor->read([&](Room const& room) { replay = replay_of(*room.finished_match(1)); });
    table.executor.run();
    CHECK(Json::parse(replay)["commitment"] == commitment);
}

TEST_CASE("A join that can't be stored takes no seat, and one that would begin the match begins none") {
    Table table(new_room("fortyone", 2));
    table.store->refuse("ROOM");
    Person aki;
    CHECK(table.ask(aki, {{"type", "join"}, {"name", "Aki"}})["code"] == "unavailable");
    CHECK(aki.types() == "error");
    table.store->accept();
    CHECK(table.ask(aki, {{"type", "join"}, {"name", "Aki"}})["seat"] == 0);
    auto const commitment = aki.last("room")["commitment"];
    auto const heard = aki.types();

    table.store->refuse("ROOM");
    Person ben;
    CHECK(table.ask(ben, {{"type", "join"}, {"name", "Ben"}})["code"] == "unavailable");
    CHECK(aki.types() == heard);
    CHECK(table.ask(ben, {{"type", "chat"}, {"text", "hi"}})["code"] == "not_seated");

    table.store->accept();
    CHECK(table.ask(ben, {{"type", "join"}, {"name", "Ben"}})["seat"] == 1);
    CHECK(aki.last("update")["seq"] == 1);
    CHECK(aki.last("room")["commitment"] == commitment);
    CHECK(table.store->stored<MatchBegun>().size() == 1);
}

TEST_CASE("Of a unit that can't be stored each client is told, also who only chatted; who looked on has seen it") {
    Two match;
    int looked = 0;
    auto const said = match.aki.got().size();
    match.store->hold();
    match.say(match.on_turn,
              {{"type", "act"}, {"id", 1}, {"decision", match.on_turn.last("update")["decision"]}, {"action", draw}});
    match.store->wait_for_commit();
    match.actor->read([&](Room const&) { ++looked; });
    match.say(match.aki, {{"type", "leave"}, {"id", 2}});
    match.say(match.ben, {{"type", "chat"}, {"text", "hi"}, {"id", 3}});
    match.store->refuse("ROOM");
    match.store->let_go();
    match.executor.run_until([&] { return match.ben.last().value("re", Json()) == 3; });
    CHECK(match.aki.last()["re"] == 2);
    for (auto const& person : {match.aki, match.ben}) CHECK(person.last()["code"] == "unavailable");
    CHECK(match.aki.got().size() == said + (&match.on_turn == &match.aki ? 2 : 1));
    match.store->accept();
    CHECK(match.act(match.on_turn, draw)["seq"] == 2);
    CHECK_FALSE(seat_of(match.ben.last("room"), 0).contains("bot_plays"));
    match.executor.pass(1s);
    CHECK(looked == 1);
}

TEST_CASE("What a bot did and could not be stored is tried again after a second") {
    Two match(ClockSetting{5, 0});
    match.store->refuse("ROOM");
    match.executor.pass(5s);
    match.executor.run_until([&] { return match.executor.has_call_in(1s); });
    CHECK(match.aki.last("update")["seq"] == 1);
    match.store->accept();
    match.executor.pass(1s);
    match.executor.run_until([&] { return match.aki.last("update")["seq"] == 2; });
    CHECK(match.ben.last("update")["seq"] == 2);
    CHECK(match.store->stored<ActionTaken>().size() == 1);
}

TEST_CASE("A mailbox that is full answers unavailable; what was in it is carried out") {
    Table table(new_room("selfish", 3));
    auto const aki = table.join("Aki");
    auto const hits = metrics().limits_hit[Limit::mailbox].value();
    table.store->hold();
    Person ben;
    table.say(ben, {{"type", "join"}, {"name", "Ben"}});
    table.store->wait_for_commit();
    aki.got().clear();
    for (int i = 0; i < 1000; ++i) table.say(aki, {{"type", "chat"}, {"text", "x"}, {"id", i}});
    CHECK(aki.got().empty());
    table.say(aki, {{"type", "chat"}, {"text", "x"}, {"id", "one too many"}});
    REQUIRE(aki.got().size() == 1);
    CHECK(aki.last()["code"] == "unavailable");
    CHECK(aki.last()["re"] == "one too many");
    CHECK(metrics().limits_hit[Limit::mailbox].value() == hits + 1);
    table.store->let_go();
    table.executor.run_until([&] { return aki.last("ok") != nullptr && aki.last("ok")["re"] == 999; });
    CHECK(aki.got().size() == 1 + 1 + 2 * 1000);
}

TEST_CASE("Who is put out of a room takes part in one room less") {
    Table table(new_room("selfish", 3));
    auto const aki = table.join("Aki");
    auto limits = Limits::none();
    limits.seats_a_connection = 1;
    Person ben;
    ben.member = std::make_shared<Member>(ben.client, limits, *ben.guesses);
    auto const join = [&] { return table.ask(ben, {{"type", "join"}, {"name", "Ben"}}); };
    REQUIRE(join()["type"] == "joined");
    CHECK_FALSE(ben.member->may_take_part_in("ANOTHER"));
    REQUIRE(table.ask(aki, {{"type", "kick"}, {"seat", 1}})["type"] == "ok");
    CHECK(ben.last("replaced") != nullptr);
    CHECK(ben.member->may_take_part_in("ANOTHER"));

    auto const token = join()["token"];
    Person elsewhere;
    REQUIRE(table.ask(elsewhere, {{"type", "resume"}, {"token", token}})["type"] == "joined");
    CHECK(ben.member->may_take_part_in("ANOTHER"));
    // A seat that is resumed where it is stays one.
    REQUIRE(table.ask(elsewhere, {{"type", "resume"}, {"token", token}})["type"] == "joined");
    CHECK(elsewhere.last("replaced") == nullptr);
}

TEST_CASE("A client that goes from room to room keeps no memory of those that are gone") {
    struct Forgets {
        std::shared_ptr<int> kept;
        void operator()(RoomActor*) const {}
    };
    auto const kept = std::make_shared<int>();
    Person aki;
    for (int number = 0; number < 1000; ++number)
        aki.member->note_room(std::to_string(number), std::shared_ptr<RoomActor>(nullptr, Forgets{kept}));
    CHECK(kept.use_count() < 100);
}
