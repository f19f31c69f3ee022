// A room at work with a journal: what it lets out and when.
#include "server/metrics/metrics.hpp"
#include "tests/server/support/room_table.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;
using namespace std::chrono_literals;

TEST_CASE("Nobody is told of what is not durable, and nobody sees it", "[room]") {
    Table table({"selfish", 3});
    table.store->hold();
    Person aki;
    table.say(aki, {{"type", "join"}, {"name", "Aki"}, {"id", 1}});
    table.store->wait_for_commit();
    int seen = 0;
    auto const shown = table.listed;
    table.actor->read([&](Room const& room) { seen += room.presence().is_anybody_here() ? 1 : -1; });
    table.executor.run();
    CHECK(aki.got().empty());
    CHECK(seen == 0);
    CHECK(table.listed == shown);

    table.store->let_go();
    table.executor.run_until([&] { return seen != 0; });
    CHECK(aki.types() == "joined room");
    CHECK(seen == 1);
    CHECK(table.listed == shown + 1);
}

TEST_CASE("What comes while a room's commit is under way is its next transaction, in order", "[room]") {
    Table table({"selfish", 3});
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

TEST_CASE("What finds a room idle is a transaction of its own, a reader behind it waits until all before is durable",
          "[room]") {
    Table table({"selfish", 4});
    auto const before = table.store->commits().size();
    std::vector<Person> people(4);
    auto const join = [&](std::size_t person) {
        table.deliver(people[person], {{"type", "join"}, {"name", std::to_string(person)}});
    };
    auto taken = 0;
    table.executor.post([&] {
        join(0);
        join(1);
        join(2);
        table.actor->read([&](Room const& room) {
            CHECK(table.store->commits().size() == before + 2);
            for (auto const& seat : room.state().seats) taken += seat.kind == SeatKind::human;
        });
        table.deliver(people[3], {{"type", "join"}, {"name", "3"}, {"role", "spectator"}});
    });
    table.executor.run_until([&] { return people[3].last("joined") != nullptr; });
    CHECK(taken == 3);
    CHECK(people[0].types() == "joined room room room room");
    CHECK(people[2].types() == "joined room room");
    auto const commits = table.store->commits();
    REQUIRE(commits.size() == before + 2);
    // The two that waited for the first one's commit.
    REQUIRE(commits.back().size() == 1);
    CHECK(commits.back()[0].changes.size() == 2);
}

TEST_CASE("What comes while a room shows itself to a reader is one transaction", "[room]") {
    Table table({"selfish", 3});
    auto const before = table.store->commits().size();
    Person aki, ben;
    table.in_one_transaction([&] {
        table.deliver(aki, {{"type", "join"}, {"name", "Aki"}});
        table.deliver(ben, {{"type", "join"}, {"name", "Ben"}});
    });
    table.executor.run_until([&] { return ben.last("joined") != nullptr; });
    CHECK(aki.types() == "joined room room");
    CHECK(table.store->commits().size() == before + 1);
}

TEST_CASE("Nobody gets in before what waits behind a reader", "[room]") {
    Table table({"selfish", 4});
    std::vector<Person> people(4);
    auto const join = [&](std::size_t person) {
        table.deliver(people[person], {{"type", "join"}, {"name", std::to_string(person)}});
    };
    table.store->hold();
    table.executor.post([&] {
        join(0);
        // Behind everything that waits for the commit.
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

TEST_CASE("Where too much waits to be stored, what comes is unavailable, and works later", "[room]") {
    Table table({"selfish", 3}, Keeps::journal, 1);
    auto const second = table.make_room({"selfish", 3});
    auto const third = table.make_room({"selfish", 3});
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

TEST_CASE("Acts that are stored together have the answers and updates that they have one by one", "[room]") {
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

TEST_CASE("An act counts from when it is carried out: nobody's clock runs while the act before it waits", "[room]") {
    Two alone;
    auto const first = alone.on_turn.last("update");
    REQUIRE(alone.act(alone.on_turn, first["legal"][0])["type"] == "ok");
    auto const& next = on_turn_of(alone.aki, alone.ben);
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

TEST_CASE("A mailbox that is full answers unavailable, what was in it is carried out", "[room]") {
    Table table({"selfish", 3});
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

TEST_CASE("What bots do in a match is on the account of whoever began it, each action once", "[room]") {
    // The maker has another address than those who play.
    Table match({"selfish", 2});
    Person const aki, ben;
    aki.client->at = "192.0.2.2";
    ben.client->at = "192.0.2.3";
    auto const say = [&](Person const& person, Json const& message) {
        REQUIRE(match.ask(person, message)["type"] != "error");
    };
    auto const leave_to_bots = [&] {
        for (auto const& person : {aki, ben}) say(person, {{"type", "leave"}});
        match.executor.pass(3s);
    };
    for (auto const& person : {aki, ben}) say(person, {{"type", "join"}, {"name", "n"}});
    REQUIRE(match.act_first(on_turn_of(aki, ben))["type"] == "ok");
    CHECK(match.charged == 0);
    leave_to_bots();
    match.executor.run_until([&] { return match.actor->standing().had_match(); });
    std::size_t actions = 0;
    match.read([&](Room const& room) { actions = room.finished_match(1)->actions.size(); });
    CHECK(match.charged + 1 == static_cast<int>(actions));
    CHECK(match.payer == ben.client->at);

    for (auto const& person : {ben, aki}) say(person, {{"type", "resume"}, {"token", person.last("joined")["token"]}});
    for (auto const& person : {ben, aki}) say(person, {{"type", "rematch"}});
    leave_to_bots();
    match.executor.run_until([&] { return match.payer == aki.client->at; });
}

TEST_CASE("That a match has ended is told once", "[room]") {
    auto const keeps = GENERATE(Keeps::journal, Keeps::nothing);
    Two match({}, keeps);
    CHECK(match.act_first(match.on_turn)["type"] == "ok");
    CHECK(match.ended.empty());
    for (auto const& person : {match.aki, match.ben}) match.ask(person, {{"type", "leave"}});
    match.executor.pass(3s);
    match.executor.run_until([&] { return !match.ended.empty(); });
    for (auto const& person : {match.ben, match.aki})
        match.ask(person, {{"type", "resume"}, {"token", person.last("joined")["token"]}});
    for (auto const& person : {match.ben, match.aki}) match.ask(person, {{"type", "rematch"}});
    CHECK(match.ended == std::vector<std::string>{"ROOM 1"});
}

TEST_CASE("A room that has written much rests until its clients' event loops have taken it", "[room]") {
    Table table({"selfish", 3}, Keeps::nothing);
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    std::vector<Person> others(8);
    for (auto const& person : others) table.say(person, {{"type", "join"}, {"name", "n"}, {"role", "spectator"}});
    table.busy_loops = true;
    Json const line{{"type", "chat"}, {"text", std::string(200, 'x')}};
    auto const all_at_once = GENERATE(true, false);
    auto const before = ben.client->answers;
    auto const say_all = [&] {
        for (int i = 0; i < 990; ++i) table.deliver(ben, line);
    };
    if (all_at_once)
        table.in_one_transaction(say_all);
    else
        say_all();
    table.executor.run();
    // To ten clients 512 KiB, 200 to 300 bytes each time.
    auto const answered = ben.client->answers - before;
    CHECK(answered > 170);
    CHECK(answered < 265);
    REQUIRE(table.waiting_for_loops.size() == 1);
    table.say(aki, line);
    CHECK(ben.client->answers - before == answered);
    table.busy_loops = false;
    table.waiting_for_loops.front()();
    table.executor.run();
    CHECK(ben.client->answers - before == 990);
    CHECK(aki.last("chat")["from"] == 0);
}

TEST_CASE("A room that has worked for long rests until the other event loops have had their turn", "[room]") {
    Table table({"selfish", 3}, Keeps::nothing);
    auto const aki = table.join("Aki");
    table.busy_loops = true;
    Json const line{{"type", "chat"}, {"text", "x"}};
    auto const before = aki.client->answers;
    auto const work = [&](std::chrono::milliseconds time) {
        table.actor->read([&, time](Room const&) { table.executor.spend(time); });
        table.executor.run();
    };
    for (int i = 0; i < 2; ++i) work(std::chrono::milliseconds(2));
    table.say(aki, line);
    CHECK(aki.client->answers - before == 1);
    work(std::chrono::milliseconds(1));
    REQUIRE(table.waiting_for_loops.size() == 1);
    table.say(aki, line);
    CHECK(aki.client->answers - before == 1);
    table.busy_loops = false;
    table.waiting_for_loops.front()();
    table.executor.run();
    CHECK(aki.client->answers - before == 2);
}

TEST_CASE("An action is counted for its match's game, also where the room changes the game with the same commit",
          "[room]") {
    Two table;
    auto const count = [](std::string_view game) {
        return game_metrics(game).actions[Actor::client][ActionResult::accepted].value();
    };
    auto const before = count("selfish"), before_other = count("fortyone");
    auto acts = 0;
    while (table.aki.last("room")["game"] == "selfish") {
        auto const& on_turn = on_turn_of(table.aki, table.ben);
        auto const update = on_turn.last("update");
        auto const id = "act " + std::to_string(++acts);
        table.in_one_transaction([&] {
            table.deliver(
                on_turn,
                {{"type", "act"}, {"id", id}, {"decision", update["decision"]}, {"action", update["legal"][0]}});
            // Refused until the match is over.
            table.deliver(table.aki, {{"type", "change"}, {"game", "fortyone"}});
        });
        table.executor.run_until([&] { return answer_to(on_turn.got(), id) != nullptr; });
    }
    CHECK(count("selfish") == before + static_cast<std::uint64_t>(acts));
    CHECK(count("fortyone") == before_other);
}
