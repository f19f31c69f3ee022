// Whom a host has blocked does not come in while the host is away either.
#include "tests/server/support/room_table.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

Json const as_player{{"type", "join"}, {"name", "n"}};
Json const as_spectator{{"type", "join"}, {"name", "n"}, {"role", "spectator"}};

Person player(std::string const& id) {
    Person person;
    person.client->who = std::make_shared<SeatPlayer const>(SeatPlayer{id, PlayerKind::human});
    return person;
}

/// The ids of those who may have blocked the person, of which the room has asked.
std::vector<std::string> asked(Person const& person) {
    std::vector<std::string> ids;
    for (auto const& [id, done] : person.client->asked) ids.push_back(id);
    return ids;
}

/// A room that is Aki's, who is away.
struct AkisTable : Table {
    AkisTable() : Table({"selfish", 4}) {
        REQUIRE(ask(aki, as_player)["seat"] == 0);
        disconnect(aki);
    }

    /// What the room has asked is known. \param blocked nothing: it can't be read
    void tell(Person const& person, std::optional<bool> blocked) {
        for (auto const& [id, done] : std::exchange(person.client->asked, {})) done(blocked);
        executor.run();
    }
    /// The answer to a join, about which the room asks.
    Json ask_and_tell(Person const& person, Json const& message, std::optional<bool> blocked) {
        auto const before = person.client->answers;
        say(person, message);
        CHECK(asked(person) == std::vector<std::string>{"aki"});
        CHECK(person.client->answers == before);
        tell(person, blocked);
        executor.run_until([&] { return person.client->answers > before; });
        return person.last("joined") == nullptr ? person.last("error") : person.last("joined");
    }

    Person const aki = player("aki");
};

} // namespace

TEST_CASE("whom the host has blocked comes in neither as a player nor as a spectator while the host is away",
          "[room]") {
    AkisTable table;
    auto const ben = player("ben");
    CHECK(table.ask_and_tell(ben, as_player, true)["code"] == "blocked");
    CHECK(table.ask_and_tell(ben, as_spectator, true)["code"] == "blocked");
    CHECK_FALSE(ben.takes_part());
    CHECK(table.ask_and_tell(ben, as_player, false)["seat"] == 1);
    CHECK(table.ask_and_tell(player("eri"), as_spectator, false)["type"] == "joined");
}

TEST_CASE("where that can't be read nobody is let in", "[room]") {
    AkisTable table;
    auto const ben = player("ben");
    CHECK(table.ask_and_tell(ben, as_player, std::nullopt)["code"] == "unavailable");
    CHECK_FALSE(ben.takes_part());
}

TEST_CASE("a host who was away when the server stopped is asked about after its start", "[room]") {
    AkisTable table;
    std::optional<Room> restarted;
    table.read([&](Room const& room) {
        restarted.emplace(RoomRecord{room.state(), {}, {}}, counted_bytes(), table.executor.now());
    });
    auto const host = restarted->host_to_ask(player("ben").client, room_message(as_player).second);
    REQUIRE(host);
    CHECK(host->id == "aki");
}

TEST_CASE("what a client says behind a join that waits keeps its order, what others say goes on", "[room]") {
    AkisTable table;
    auto const ben = player("ben");
    table.in_one_transaction([&] {
        table.deliver(ben, as_player);
        table.deliver(ben, {{"type", "chat"}, {"text", "1"}});
    });
    table.say(ben, {{"type", "chat"}, {"text", "2"}});
    auto const eri = table.join("Eri");
    CHECK(table.ask(eri, {{"type", "chat"}, {"text", "hi"}})["type"] == "ok");
    CHECK(ben.got().empty());
    CHECK(asked(ben) == std::vector<std::string>{"aki"});

    // It comes back while a commit is under way, and more is said.
    table.store->hold();
    table.say(eri, {{"type", "leave"}});
    table.store->wait_for_commit();
    table.say(ben, {{"type", "chat"}, {"text", "3"}});
    table.tell(ben, false);
    table.store->let_go();
    table.executor.run_until([&] { return ben.client->answers == 4; });
    CHECK(ben.types() == "joined room chat chat chat");
    for (auto const line : {2, 3, 4})
        CHECK(ben.got()[static_cast<std::size_t>(line)]["text"] == std::to_string(line - 1));
}

TEST_CASE("nobody is asked about a host who is connected, is nobody, or joins, nor where nobody joins", "[room]") {
    AkisTable table;
    table.join("Eri");
    auto const again = player("aki");
    CHECK(table.ask(again, as_spectator)["type"] == "joined");
    CHECK(again.client->asked.empty());

    again.client->blocks.insert("ben");
    auto const ben = player("ben"), ren = player("ren");
    CHECK(table.ask(again, {{"type", "resume"}})["seat"] == 0);
    CHECK(table.ask(ben, as_player)["code"] == "blocked");
    CHECK(table.ask(ren, as_spectator)["type"] == "joined");
    CHECK(ben.client->asked.empty());

    Table nobodys({"selfish", 4});
    nobodys.disconnect(nobodys.join("Aki"));
    CHECK(nobodys.ask(ben, as_player)["type"] == "joined");
}

TEST_CASE("who resumes the host's seat as nobody is not the player whom it belongs to", "[room]") {
    AkisTable table;
    Person nobody;
    table.ask(nobody, {{"type", "resume"}, {"token", table.aki.last("joined")["token"]}});
    CHECK(table.ask_and_tell(player("ben"), as_player, true)["code"] == "blocked");
}

TEST_CASE("who is host when the answer comes decides", "[room]") {
    AkisTable table;
    auto const ben = player("ben"), eri = player("eri");
    REQUIRE(table.ask_and_tell(eri, as_player, false)["type"] == "joined");
    SECTION("the one who has come back") {
        table.say(ben, as_player);
        table.aki.client->blocks.insert("ben");
        table.ask(table.aki, {{"type", "resume"}});
        table.tell(ben, false);
        CHECK(ben.last("error")["code"] == "blocked");
    }
    SECTION("another one, about whom is asked anew") {
        table.say(ben, as_player);
        table.executor.pass(std::chrono::seconds(60));
        CHECK(table.ask(eri, {{"type", "kick"}, {"seat", 0}})["type"] == "ok");
        table.disconnect(eri);
        table.tell(ben, true);
        CHECK(asked(ben) == std::vector<std::string>{"eri"});
        table.tell(ben, false);
        table.executor.run_until([&] { return ben.last("joined") != nullptr; });
    }
}

TEST_CASE("a room that another server takes meanwhile sends the join on, it does not leave the memory before",
          "[room]") {
    AkisTable table;
    auto const ben = player("ben");
    table.say(ben, as_player);
    auto stays = false;
    table.actor->evict([&] { stays = true; });
    table.age(std::chrono::hours(2));
    CHECK(stays);
    CHECK(table.gone_as.empty());
    table.actor->lose();
    table.tell(ben, false);
    table.executor.run_until([&] { return ben.client->handed_back == 1; });
    CHECK(ben.got().empty());
}
