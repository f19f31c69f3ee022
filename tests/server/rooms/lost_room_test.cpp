// A room that another server has claimed: what its members and those who come are told.
#include "tests/server/support/room_table.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

struct Claimed : Table {
    Claimed() : Table({"selfish", 3}, Keeps::journal, 100'000, {7, true, true}) {}

    std::vector<Transaction> newest_commit() const { return store->commits().back(); }
};

} // namespace

TEST_CASE("A claimed room's transactions name its epoch, and the first one creates it", "[room]") {
    Claimed table;
    CHECK(table.newest_commit()[0].epoch == 7);
    CHECK(table.newest_commit()[0].creates);
    table.join("Aki");
    CHECK(table.newest_commit()[0].epoch == 7);
    CHECK_FALSE(table.newest_commit()[0].creates);
}

TEST_CASE("A client of a claimed room is not answered from memory before the claim was looked at", "[room]") {
    Claimed table;
    auto const aki = table.join("Aki");
    auto const before = table.store->commits().size();
    CHECK(table.ask(aki, {{"type", "chat"}, {"text", "hi"}})["type"] == "ok");
    REQUIRE(table.store->commits().size() == before + 1);
    CHECK(table.newest_commit()[0].changes.empty());
}

TEST_CASE("A room whose transaction is lost tells its members, and sends on who wants in", "[room]") {
    Claimed table;
    auto const aki = table.join("Aki");
    table.store->lose("ROOM");
    Person ben;
    table.in_one_transaction([&] {
        table.deliver(aki, {{"type", "chat"}, {"text", "hi"}, {"id", "c"}});
        table.deliver(ben, {{"type", "resume"}, {"token", std::string(32, '0')}, {"id", "r"}});
    });
    table.executor.run_until([&] { return ben.client->handed_back == 1; });
    CHECK(aki.last("moved") == Json{{"type", "moved"}, {"room", "ROOM"}});
    CHECK(aki.last("error")["code"] == "elsewhere");
    CHECK_FALSE(aki.takes_part());
    CHECK(ben.got().empty());
    CHECK(table.lost == std::vector<std::string>{"ROOM"});

    // And so is who comes later.
    auto const commits = table.store->commits().size();
    table.say(ben, {{"type", "join"}, {"name", "Ben"}});
    CHECK(ben.client->handed_back == 2);
    CHECK(table.ask(aki, {{"type", "chat"}, {"text", "hi"}})["code"] == "elsewhere");
    CHECK(table.store->commits().size() == commits);
}

TEST_CASE("A room that loses its claim tells its members, though nobody acts, but after a commit under way", "[room]") {
    Claimed table;
    auto const aki = table.join("Aki");
    table.store->hold();
    table.say(aki, {{"type", "chat"}, {"text", "hi"}, {"id", "c"}});
    table.store->wait_for_commit();
    table.actor->lose();
    table.executor.run();
    CHECK(aki.last("moved") == nullptr);
    table.store->let_go();
    table.executor.run_until([&] { return aki.last("moved") != nullptr; });
    CHECK(aki.types() == "joined room ok chat moved");
    CHECK(table.actor->is_lost());
    table.actor->lose();
    table.executor.run();
    CHECK(table.lost.size() == 1);
}
