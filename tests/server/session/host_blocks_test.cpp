// Whom a room's host has blocked does not come in.
#include "tests/server/support/session_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// A room for four that is Aki's, and Ben, who wants in.
struct AkisRoom : Sessions {
    AkisRoom() {
        room = create(aki, "selfish", 4);
        REQUIRE(join(aki, room)["seat"] == 0);
    }

    Client player(std::string const& id) {
        return connect(std::make_shared<Identity const>(Identity{{id, id, PlayerKind::human, "2026-01-01"}, "hash"}));
    }
    Json watch(Client const& client) {
        return ask(client, {{"type", "join"}, {"room", room}, {"name", "n"}, {"role", "spectator"}});
    }
    Json chat(std::string const& text) const { return {{"type", "chat"}, {"room", room}, {"text", text}}; }

    Client const aki = player("aki"), ben = player("ben");
    std::string room;
};

} // namespace

TEST_CASE("whom the host has blocked comes in neither as a player nor as a spectator, whether the host is connected or "
          "away",
          "[session]") {
    AkisRoom server;
    server.blocks->insert("aki ben");
    SECTION("connected") {}
    SECTION("away") {
        server.close(server.aki);
    }
    CHECK(server.join(server.ben, server.room)["code"] == "blocked");
    CHECK(server.watch(server.ben)["code"] == "blocked");
    CHECK(server.watch(server.player("eri"))["type"] == "joined");
    server.blocks->clear();
    CHECK(server.join(server.ben, server.room)["seat"] == 1);
}

TEST_CASE("whom the host has blocked does not come into a room that was asleep", "[session]") {
    AkisRoom server;
    server.room = server.create(server.aki);
    auto const eri = server.player("eri");
    for (auto const& client : {server.aki, eri}) REQUIRE(server.join(client, server.room)["type"] == "joined");
    server.put_to_sleep(server.room, {server.aki, eri});
    server.blocks->insert("aki ben");
    CHECK(server.watch(server.ben)["code"] == "blocked");
    CHECK(server.watch(server.player("ren"))["type"] == "joined");
}

TEST_CASE("where it can't be read whom the host has blocked, no player is let in", "[session]") {
    AkisRoom server;
    server.blocks.reset();
    CHECK(server.join(server.ben, server.room)["code"] == "unavailable");
    CHECK(server.join(server.connect(), server.room)["seat"] == 1);
}

TEST_CASE("what a client says behind a join that waits for the host's blocks keeps its order, what others say goes on",
          "[session]") {
    AkisRoom server;
    server.waits_for_blocks = true;
    server.receive(server.ben, {{{"type", "join"}, {"room", server.room}, {"name", "n"}}, server.chat("1")});
    server.receive(server.ben, {server.chat("2")});
    CHECK(server.ask(server.aki, server.chat("hi"))["type"] == "ok");
    CHECK(server.ben.got().empty());
    server.tell();
    server.run_until([&] { return server.ben.types() == "joined room chat chat"; });
}

TEST_CASE("nobody is asked for a block where the client is nobody, is the host or inside, or the host is nobody",
          "[session]") {
    AkisRoom server;
    CHECK(server.join(server.connect(), server.room)["seat"] == 1);
    CHECK(server.watch(server.player("aki"))["type"] == "joined");
    CHECK(server.ask(server.aki, {{"type", "resume"}, {"room", server.room}})["seat"] == 0);
    CHECK(server.asked.empty());

    CHECK(server.join(server.ben, server.room)["type"] == "joined");
    CHECK(server.join(server.ben, server.room)["code"] == "already_joined");
    CHECK(server.asked == std::vector<std::string>{"aki ben"});

    auto const nobody = server.connect();
    auto const nobodys = server.create(nobody);
    CHECK(server.join(nobody, nobodys)["seat"] == 0);
    CHECK(server.join(server.ben, nobodys)["seat"] == 1);
    CHECK(server.asked.size() == 1);
}

TEST_CASE("a client that is gone before the host's blocks are known does not stay in the room", "[session]") {
    AkisRoom server;
    server.waits_for_blocks = true;
    server.receive(server.ben, {{{"type", "join"}, {"room", server.room}, {"name", "n"}}});
    server.close(server.ben);
    server.tell();
    auto left = false;
    server.run_until([&] {
        auto const is_left = [&](Json const& seat) { return seat["kind"] == "human" && seat["connected"] == false; };
        auto const newest = server.aki.last("room");
        left = newest != nullptr && is_left(newest["seats"][1]);
        return left;
    });
    CHECK(server.connected_to(server.room) == 1);
}
