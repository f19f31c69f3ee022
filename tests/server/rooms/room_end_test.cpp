// When a room goes, and what goes with it.
#include "tests/server/support/room_table.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;
using namespace std::chrono_literals;

TEST_CASE("A room and its clients go with its thread, whatever waits then", "[room]") {
    std::weak_ptr<RoomActor> room;
    std::weak_ptr<Recorder> client;
    {
        Table table({"selfish", 3});
        auto const aki = table.join("Aki");
        Person const ben;
        room = table.actor;
        client = ben.client;
        table.store->hold();
        table.say(ben, {{"type", "join"}, {"name", "Ben"}});
        table.store->wait_for_commit();
        table.disconnect(aki);
        table.actor->read([](Room const&) {});
        table.say(ben, {{"type", "chat"}, {"text", "x"}});
    }
    CHECK(room.expired());
    CHECK(client.expired());
}

TEST_CASE("A waiting room goes when nobody was there for an hour, not before", "[room]") {
    auto const keeps = GENERATE(Keeps::journal, Keeps::nothing);
    Table table({"selfish", 3}, keeps);
    auto const aki = table.join("Aki");
    table.age(2h);
    CHECK(table.gone_as.empty());
    table.disconnect(aki);
    table.age(59min);
    CHECK(table.gone_as.empty());

    // Who comes and goes begins the hour anew.
    Person again;
    table.ask(again, {{"type", "resume"}, {"token", aki.last("joined")["token"]}});
    table.disconnect(again);
    table.age(59min);
    CHECK(table.gone_as.empty());
    table.age_until_gone(1min);
    CHECK(table.gone_as == std::vector<std::string>{"ROOM"});
    if (table.store) CHECK(table.store->stored<RoomRemoved>().size() == 1);
}

TEST_CASE("A match that nobody is at and that waits for people is unloaded after an hour", "[room]") {
    Two match;
    REQUIRE(match.act(match.on_turn, draw)["type"] == "ok");
    match.disconnect(match.aki);
    match.age(2h);
    CHECK(match.gone_as.empty());
    match.disconnect(match.ben);
    match.age(59min);
    CHECK(match.gone_as.empty());
    match.age_until_gone(1min);
    CHECK(match.gone_as == std::vector<std::string>{"ROOM stored"});
    // Its age counts from now.
    auto const commits = match.store->commits();
    REQUIRE(commits.back().size() == 1);
    REQUIRE(commits.back()[0].changes.size() == 1);
    auto const& saved = std::get<RoomSaved>(commits.back()[0].changes[0]);
    CHECK(saved.room.status == RoomStatus::playing);
    auto const all = match.store->stored<RoomSaved>();
    CHECK(saved.room == all.at(all.size() - 2).room);
    CHECK(match.store->stored<RoomRemoved>().empty());
}

TEST_CASE("A match with a clock goes on without its players", "[room]") {
    Two match(ClockSetting{86400, 86400});
    for (auto const& person : {match.aki, match.ben}) match.disconnect(person);
    match.age(5h);
    CHECK(match.gone_as.empty());
}

TEST_CASE("Without a journal a match stays in memory as long as is kept what is over", "[room]") {
    Two match({}, Keeps::nothing);
    for (auto const& person : {match.aki, match.ben}) match.disconnect(person);
    match.age(30 * 24h - 1min);
    CHECK(match.gone_as.empty());
    match.age_until_gone(1min);
    CHECK(match.gone_as == std::vector<std::string>{"ROOM"});
}

TEST_CASE("Who comes while a room is unloaded is told to try again, if it can't be stored the room stays", "[room]") {
    Two match;
    for (auto const& person : {match.aki, match.ben}) match.disconnect(person);
    Json const resume{{"type", "resume"}, {"token", match.aki.last("joined")["token"]}, {"id", 1}};
    match.store->refuse("ROOM");
    match.age(1h);
    Person early;
    REQUIRE(match.ask(early, resume)["type"] == "joined");
    match.disconnect(early);
    match.store->accept();

    match.store->hold();
    match.age(1h);
    match.store->wait_for_commit();
    Person late;
    match.say(late, resume);
    match.store->let_go();
    match.executor.run_until([&] { return !late.got().empty(); });
    CHECK(match.gone_as == std::vector<std::string>{"ROOM stored"});
    CHECK(late.types() == "error");
    CHECK(late.last()["code"] == "unavailable");
    CHECK(late.last()["re"] == 1);
}

TEST_CASE("Who comes in the turn in which a room is unloaded comes too late, and nothing of it is stored", "[room]") {
    Table table({"selfish", 3});
    Person late;
    table.executor.pass(1h);
    table.executor.post([&] {
        table.actor->check_age({});
        table.deliver(late, {{"type", "join"}, {"name", "Aki"}});
    });
    table.executor.run_until([&] { return !late.got().empty(); });
    CHECK(table.gone_as == std::vector<std::string>{"ROOM"});
    CHECK(late.types() == "error");
    CHECK(late.last()["code"] == "unavailable");
    auto const commits = table.store->commits();
    auto const& last = commits.back();
    REQUIRE(last.size() == 1);
    REQUIRE(last[0].changes.size() == 1);
    CHECK(std::holds_alternative<RoomRemoved>(last[0].changes[0]));
}
