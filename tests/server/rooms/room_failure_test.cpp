// A room in which something fails, or whose changes can't be stored: nothing of them has happened.
#include "tests/server/support/room_table.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;
using namespace std::chrono_literals;

TEST_CASE("What follows from one room's commit may fail: the others hear of theirs, and the room goes on", "[room]") {
    Table table({"selfish", 3});
    auto const fails = table.make_room({"selfish", 3});
    auto const goes_on = table.make_room({"selfish", 3});
    Person dan;
    table.store->hold();
    table.say(dan, {{"type", "join"}, {"name", "Dan"}});
    table.store->wait_for_commit();
    auto const before = table.store->commits().size();
    auto awake = false;
    table.executor.post([&] {
        fails->wake([](bool) { throw std::runtime_error("no"); });
        goes_on->wake([&](bool stored) { awake = stored; });
    });
    table.executor.run();
    table.store->let_go();
    table.executor.run_until([&] { return awake; });
    CHECK(table.store->commits().size() == before + 2);

    Person aki;
    table.say(fails, aki, {{"type", "join"}, {"name", "Aki"}});
    table.executor.run_until([&] { return aki.last("joined") != nullptr; });
}

TEST_CASE("What fails in a room has not happened, and the room goes on", "[room]") {
    auto const keeps = GENERATE(Keeps::journal, Keeps::nothing);
    auto fails = false;
    auto bytes = counted_bytes();
    Table table({"fortyone",
                 2,
                 {},
                 "{}",
                 [&](std::span<std::uint8_t> random) {
                     if (fails) throw std::runtime_error("no random bytes");
                     bytes(random);
                 }},
                keeps);
    auto const aki = table.join("Aki");
    Person ben;
    fails = true;
    CHECK(table.ask(ben, {{"type", "join"}, {"name", "Ben"}})["code"] == "unavailable");
    fails = false;
    CHECK(table.ask(ben, {{"type", "join"}, {"name", "Ben"}})["seat"] == 1);
    CHECK(aki.last("room")["status"] == "playing");

    // The end of a match draws the next one's seed.
    auto failed = 0;
    while (aki.last("room")["status"] == "playing") {
        auto const& on_turn = on_turn_of(aki, ben);
        auto const action = on_turn.last("update")["legal"][0];
        fails = true;
        if (table.act(on_turn, action)["type"] == "ok") continue;
        ++failed;
        CHECK(aki.last("room")["status"] == "playing");
        fails = false;
        CHECK(table.act(on_turn, action)["type"] == "ok");
    }
    CHECK(failed == 1);
    if (table.store)
        CHECK(table.store->stored<ActionTaken>().size() == aki.last("update")["seq"].get<std::size_t>() - 1);
}

TEST_CASE("What fails takes with it what came before it in its transaction, and what comes after it stays", "[room]") {
    constexpr std::size_t token_bytes = 16;
    auto tokens = 0;
    auto const keeps = GENERATE(Keeps::journal, Keeps::nothing);
    Table table({"selfish",
                 3,
                 {},
                 "{}",
                 [&](std::span<std::uint8_t> random) {
                     if (random.size() == token_bytes && ++tokens == 2) throw std::runtime_error("no random bytes");
                     std::fill(random.begin(), random.end(), static_cast<std::uint8_t>(tokens));
                 }},
                keeps);
    Person aki, ben, cem;
    table.in_one_transaction([&] {
        table.deliver(aki, {{"type", "join"}, {"name", "Aki"}});
        table.deliver(ben, {{"type", "join"}, {"name", "Ben"}});
        table.deliver(cem, {{"type", "join"}, {"name", "Cem"}});
    });
    table.executor.run_until([&] { return cem.last("joined") != nullptr; });
    CHECK(aki.last()["code"] == "unavailable");
    CHECK(ben.last()["code"] == "unavailable");
    CHECK(cem.last("joined")["seat"] == 0);
    for (auto const* person : {&aki, &ben, &cem}) CHECK(person->client->answers == 1);
}

TEST_CASE("What fails takes nothing with it that was published before, a lost connection is noticed a second later",
          "[room]") {
    constexpr std::size_t token_bytes = 16;
    auto tokens = 0;
    Table table({"selfish", 3, {}, "{}", [&](std::span<std::uint8_t> random) {
                     if (random.size() == token_bytes && ++tokens > 2) throw std::runtime_error("no random bytes");
                     std::fill(random.begin(), random.end(), static_cast<std::uint8_t>(tokens));
                 }});
    auto const aki = table.join("Aki");
    Person ben, cem, dan;
    table.executor.post([&] {
        // A transaction of its own, for the others one behind it.
        table.deliver(ben, {{"type", "join"}, {"name", "Ben"}});
        table.deliver(cem, {{"type", "join"}, {"name", "Cem"}});
        table.actor->disconnect(aki.client);
        table.deliver(dan, {{"type", "join"}, {"name", "Dan"}});
    });
    auto const is_here = [&](Person const& person) {
        auto here = false;
        table.read([&](Room const& room) { here = room.presence().has(person.client); });
        return here;
    };
    CHECK(is_here(ben));
    CHECK(ben.last("joined")["seat"] == 1);
    for (auto const* person : {&cem, &dan}) CHECK(person->last()["code"] == "unavailable");
    CHECK(is_here(aki));
    table.executor.pass(1s);
    CHECK_FALSE(is_here(aki));
    CHECK(seat_of(ben.last("room"), 0)["connected"] == false);
}

TEST_CASE("An act that can't be stored is unavailable, and nothing has changed", "[room]") {
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

TEST_CASE("Each act of a match can't be stored at first, the last one too: the match is what it would have been",
          "[room]") {
    Table table({"fortyone", 2});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const commitment = aki.last("room")["commitment"];
    while (aki.last("room")["status"] == "playing") {
        auto const& on_turn = on_turn_of(aki, ben);
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
    table.read([&](Room const& room) { replay = replay_of(*room.finished_match(1)); });
    CHECK(Json::parse(replay)["commitment"] == commitment);
}

TEST_CASE("A join that can't be stored takes no seat, and one that would begin the match begins none", "[room]") {
    Table table({"fortyone", 2});
    table.store->refuse("ROOM");
    Person aki;
    CHECK(table.ask(aki, {{"type", "join"}, {"name", "Aki"}})["code"] == "unavailable");
    CHECK(aki.types() == "error");
    CHECK_FALSE(aki.takes_part());
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

TEST_CASE("Of a transaction that can't be stored each client is told, also who only chatted, a reader has read",
          "[room]") {
    Two match;
    int read = 0;
    auto const said = match.aki.got().size();
    match.store->hold();
    match.say(match.on_turn,
              {{"type", "act"}, {"id", 1}, {"decision", match.on_turn.last("update")["decision"]}, {"action", draw}});
    match.store->wait_for_commit();
    match.actor->read([&](Room const&) { ++read; });
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
    CHECK(read == 1);
}

TEST_CASE("What a bot did and could not be stored is tried again after a second", "[room]") {
    Two match;
    REQUIRE(match.ask(match.other, {{"type", "leave"}})["type"] == "ok");
    match.executor.pass(3s);
    // The bot at the other seat is asked, and its answer comes while nothing can be stored.
    REQUIRE(match.act(match.on_turn, draw)["type"] == "ok");
    match.store->refuse("ROOM");
    match.executor.run_until([&] { return match.executor.has_call_in(1s); });
    CHECK(match.on_turn.last("update")["seq"] == 2);
    match.store->accept();
    match.executor.pass(1s);
    match.executor.run_until([&] { return match.on_turn.last("update")["seq"] == 3; });
    CHECK(match.store->stored<ActionTaken>().size() == 2);
}

TEST_CASE("Where a bot's action for a slow seat can't be stored, the seat has its time again, then the bot acts",
          "[room]") {
    Two match(ClockSetting{5, 0});
    match.store->refuse("ROOM");
    match.executor.pass(5s);
    // The bot has acted in vain: it tries again a second later.
    match.executor.run_until([&] { return match.executor.has_call_in(1s); });
    match.store->accept();
    match.executor.pass(1s);
    CHECK(match.aki.last("update")["seq"] == 1);
    CHECK_FALSE(match.executor.has_call_in(3999ms));
    match.executor.pass(4s);
    match.executor.run_until([&] { return match.aki.last("update")["seq"] == 2; });
    CHECK(match.ben.last("update")["seq"] == 2);
    CHECK(match.store->stored<ActionTaken>().size() == 1);
}
