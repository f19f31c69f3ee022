// A room in which something fails, or whose changes can't be stored: nothing of them has happened.
#include "tests/server/support/room_table.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;
using namespace std::chrono_literals;

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

TEST_CASE("Of two matches that end in a unit that can't be stored neither has ended") {
    struct Said {
        Person Two::*by;
        Json message;
    };
    // Plays a match to its end, and asks for the next.
    auto const play = [](Two& table) {
        std::vector<Said> all;
        auto const say = [&](Person Two::*by, Json const& message) {
            all.push_back({by, message});
            REQUIRE(table.ask(table.*by, message)["type"] == "ok");
        };
        while (table.aki.last("room")["status"] == "playing") {
            auto const by = table.aki.last("update").contains("legal") ? &Two::aki : &Two::ben;
            auto const update = (table.*by).last("update");
            say(by, {{"type", "act"}, {"decision", update["decision"]}, {"action", update["legal"][0]}});
        }
        for (auto const by : {&Two::aki, &Two::ben}) say(by, {{"type", "rematch"}});
        return all;
    };
    Two alone;
    auto all = play(alone);
    auto const last_act = all.size() - 3;
    for (auto& said : play(alone)) all.push_back(std::move(said));

    Two match;
    for (std::size_t at = 0; at < last_act; ++at)
        REQUIRE(match.ask(match.*all[at].by, all[at].message)["type"] == "ok");
    match.store->refuse("ROOM");
    match.executor.post([&] {
        for (auto at = last_act; at < all.size(); ++at) match.hand_in(match.actor, match.*all[at].by, all[at].message);
    });
    match.executor.run_until([&] { return match.ben.last("error") != nullptr; });
    CHECK(match.ben.last("error")["code"] == "unavailable");
    match.store->accept();
    CHECK(match.aki.last("room")["status"] == "playing");
    REQUIRE(match.ask(match.*all[last_act].by, all[last_act].message)["type"] == "ok");
    CHECK(match.aki.last("room")["status"] == "finished");
    CHECK(match.aki.last("update")["view"]["replay"] == "/api/rooms/ROOM/matches/1");
}
