// A client as the rooms see it: where it takes part, and what happens when something fails.
#include "tests/server/support/session_fixture.hpp"

#include <thread>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("Who is put out of a room takes part in one room less", "[session]") {
    auto limits = Limits::none();
    limits.seats_a_connection = 1;
    Sessions server(limits, GENERATE(ClientsLive::with_the_rooms, ClientsLive::elsewhere));
    auto const aki = server.connect();
    auto const ben = server.connect();
    auto const room = server.create(aki, "selfish", 3);
    auto const other_room = server.create(ben, "selfish", 3);
    REQUIRE(server.join(aki, room)["type"] == "joined");
    REQUIRE(server.join(ben, room)["type"] == "joined");
    CHECK_FALSE(ben.session->may_join_another_room());
    CHECK(server.join(ben, other_room)["code"] == "too_many_rooms");
    REQUIRE(server.ask(aki, {{"type", "kick"}, {"room", room}, {"seat", 1}})["type"] == "ok");
    CHECK(ben.last("replaced") != nullptr);
    CHECK(ben.session->may_join_another_room());

    Json const resume{{"type", "resume"}, {"room", room}, {"token", server.join(ben, room)["token"]}};
    CHECK_FALSE(ben.session->may_join_another_room());
    auto const elsewhere = server.connect();
    REQUIRE(server.ask(elsewhere, resume)["type"] == "joined");
    CHECK(ben.session->may_join_another_room());
    // A seat that is resumed where it is stays one.
    REQUIRE(server.ask(elsewhere, resume)["type"] == "joined");
    CHECK(elsewhere.last("replaced") == nullptr);
    CHECK_FALSE(elsewhere.session->may_join_another_room());
    REQUIRE(server.ask(elsewhere, {{"type", "leave"}, {"room", room}})["type"] == "ok");
    CHECK(elsewhere.session->may_join_another_room());
}

TEST_CASE("A join that can't be stored counts for no limit", "[session]") {
    auto limits = Limits::none();
    limits.seats_a_connection = 1;
    Sessions server(limits);
    auto const aki = server.connect();
    auto const room = server.create(aki, "selfish", 3);
    server.store.refuse(room);
    CHECK(server.join(aki, room)["code"] == "unavailable");
    CHECK(aki.session->may_join_another_room());
    server.store.accept();
    CHECK(server.join(aki, room)["type"] == "joined");
}

TEST_CASE("A client that goes from room to room keeps no memory of those that are gone", "[session]") {
    Sessions server;
    auto const aki = server.connect();
    std::size_t most = 0;
    for (int number = 0; number < 300; ++number) {
        auto const room = server.create(aki, "selfish", 3);
        REQUIRE(server.join(aki, room)["type"] == "joined");
        REQUIRE(server.ask(aki, {{"type", "leave"}, {"room", room}})["type"] == "ok");
        server.thread.pass(std::chrono::minutes(1));
        server.run_until([&] { return !server.rooms.find(room); });
        most = std::max(most, aki.session->known_rooms());
    }
    CHECK(most < 100);
}

TEST_CASE("Where an answer fails the later ones come all the same", "[session]") {
    Sessions server;
    auto const aki = server.connect();
    auto const room = server.create(aki, "selfish", 3);
    aki.connection->is_broken = true;
    for (Json const& message :
         {Json{{"type", "ping"}}, Json("{"), Json{{"type", "create"}, {"game", "none"}}, Json{{"type", "list"}}}) {
        server.receive(aki, {message});
    }
    aki.connection->is_broken = false;
    CHECK(server.ask(aki, {{"type", "ping"}})["type"] == "pong");
    CHECK(server.join(aki, room)["type"] == "joined");
    server.close(aki);
    server.run();
    CHECK(server.connected_to(room) == 0);
}

TEST_CASE("Where a room's answer fails the later ones come all the same, and others get theirs", "[session]") {
    Sessions server(Limits::none(), GENERATE(ClientsLive::with_the_rooms, ClientsLive::elsewhere));
    auto const watcher = server.connect();
    auto const aki = server.connect();
    auto const ben = server.connect();
    auto const room = server.create(watcher);
    REQUIRE(server.join(aki, room)["type"] == "joined");
    REQUIRE(server.ask(watcher, {{"type", "join"}, {"room", room}, {"name", "w"}, {"role", "spectator"}})["type"] ==
            "joined");
    aki.connection->is_broken = true;
    // Aki stands before the others in whatever goes to everybody.
    REQUIRE(server.join(ben, room)["type"] == "joined");
    server.run();
    CHECK(watcher.last("update")["seq"] == 1);
    server.receive(aki, {{{"type", "chat"}, {"room", room}, {"text", "hi"}}});
    server.run_until([&] { return watcher.last("chat") != nullptr; });
    server.run();
    aki.connection->is_broken = false;
    CHECK(server.ask(aki, {{"type", "ping"}})["type"] == "pong");
    CHECK(ben.last("chat")["text"] == "hi");
}

TEST_CASE("Where no room can be made the client is told, and its later messages are answered", "[session]") {
    auto fails = false;
    Sessions server(Limits::none(), ClientsLive::with_the_rooms,
                    [&, bytes = seeded_bytes()](std::span<std::uint8_t> random) {
                        if (fails) throw std::runtime_error("no random bytes");
                        bytes(random);
                    });
    auto const aki = server.connect();
    Json const create{{"type", "create"}, {"game", "selfish"}};
    fails = true;
    CHECK(server.ask(aki, create)["code"] == "unavailable");
    fails = false;
    CHECK(server.ask(aki, {{"type", "ping"}})["type"] == "pong");
    CHECK(server.ask(aki, create)["type"] == "created");

    server.store.refuse("");
    CHECK(server.ask(aki, create)["code"] == "unavailable");
    server.store.accept();
    CHECK(server.ask(aki, create)["type"] == "created");
}

TEST_CASE("What a room's thread has sent is not overtaken by an answer that waited for the room", "[session]") {
    Sessions server;
    auto const aki = server.connect();
    auto const room = server.create(aki, "selfish", 3);
    aki.got().clear();
    server.clients.post([&] {
        // The room has the message and does not come to it in this turn; the `ping` waits for it.
        server.store.hold();
        Sessions::receive_now(aki, {{"type", "join"}, {"room", room}, {"name", "n"}});
        Sessions::receive_now(aki, {{"type", "ping"}});
        std::thread([&] {
            aki.session->send(R"({"type":"sent"})");
            aki.session->answered();
        }).join();
        CHECK(aki.got().empty());
    });
    server.run();
    CHECK(aki.types() == "sent pong");
}

TEST_CASE("A number with a fraction in a whole-number field is looked at before anything about the room", "[session]") {
    Sessions server;
    auto const aki = server.connect();
    auto const room = server.create(aki, "selfish", 3);
    for (auto const& code : {room, std::string("NONE")}) {
        CHECK(server.ask(aki, {{"type", "join"}, {"room", code}, {"name", "n"}, {"seat", 0.5}})["code"] ==
              "bad_message");
        CHECK(server.ask(aki, {{"type", "resume"}, {"room", code}, {"token", "x"}, {"since", 1.5}})["code"] ==
              "bad_message");
    }
    CHECK(server.ask(aki, {{"type", "start"}, {"room", "NONE"}})["code"] == "no_such_room");
}

TEST_CASE("Who sends too much is refused in order, and closed when it goes on", "[session]") {
    auto limits = Limits::none();
    limits.messages = {.a_second = 1, .burst = 2};
    limits.refused_messages = 3;
    Sessions server(limits);
    auto const aki = server.connect();
    server.receive(aki, std::vector<Json>(5, {{"type", "ping"}}));
    CHECK(aki.types() == "pong pong error error error");
    CHECK(aki.last("error")["code"] == "rate_limited");
    CHECK(aki.last("error")["details"]["retry_after_ms"].get<int>() > 2000);
    CHECK_FALSE(aki.connection->closed_with);
    server.receive(aki, {{{"type", "ping"}}});
    CHECK(aki.connection->closed_with == 1008);
}

TEST_CASE("Who sends control frames without end is closed; one now and then counts for nothing", "[session]") {
    auto limits = Limits::none();
    limits.messages = {.a_second = 10, .burst = 20};
    limits.refused_messages = 30;
    Sessions server(limits);
    auto const aki = server.connect();
    auto const now = server.clients.now();
    for (int second = 0; second < 1000; ++second) aki.session->control_frames(1, now + std::chrono::seconds(second));
    CHECK_FALSE(aki.connection->closed_with);
    aki.session->control_frames(50, now + std::chrono::seconds(1000));
    CHECK_FALSE(aki.connection->closed_with);
    aki.session->control_frames(2, now + std::chrono::seconds(1000));
    CHECK(aki.connection->closed_with == 1008);
}

TEST_CASE("Right codes and tokens are never held up by others' wrong ones, though all share an address", "[session]") {
    auto limits = Limits::none();
    limits.guesses = {.a_second = 0.001, .burst = 10};
    limits.guesses_an_address = {.a_second = 0.001, .burst = 20};
    Sessions server(limits, GENERATE(ClientsLive::with_the_rooms, ClientsLive::elsewhere));
    auto const aki = server.connect();
    auto const room = server.create(aki, "selfish", 3);
    auto const token = server.join(aki, room)["token"];
    Json const wrong_code{{"type", "join"}, {"room", "NONE"}, {"name", "n"}};
    for (int guesser = 0; guesser < 5; ++guesser) {
        auto const other = server.connect();
        for (int i = 0; i < 20; ++i) server.ask(other, wrong_code);
        CHECK(other.last("error")["code"] == "rate_limited");
        CHECK(server.join(other, room)["code"] == "rate_limited");
    }
    auto const ben = server.connect();
    CHECK(server.ask(ben, {{"type", "resume"}, {"room", room}, {"token", token}})["type"] == "joined");
    // One wrong code of its own holds up nothing either; a wrong one is answered as those of the others are.
    auto const mio = server.connect();
    CHECK(server.ask(mio, wrong_code)["code"] == "rate_limited");
    CHECK(server.join(mio, room)["type"] == "joined");
}
