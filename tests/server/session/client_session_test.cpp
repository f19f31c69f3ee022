// A client as the rooms see it: where it takes part, and what happens when something fails.
#include "server/match/match_actions.hpp"
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

    Json const resume{{"type", "resume"}, {"room", other_room}, {"token", server.join(ben, other_room)["token"]}};
    CHECK_FALSE(ben.session->may_join_another_room());
    auto const elsewhere = server.connect();
    REQUIRE(server.ask(elsewhere, resume)["type"] == "joined");
    CHECK(ben.session->may_join_another_room());
    // A seat that is resumed where it is stays one.
    REQUIRE(server.ask(elsewhere, resume)["type"] == "joined");
    CHECK(elsewhere.last("replaced") == nullptr);
    CHECK_FALSE(elsewhere.session->may_join_another_room());
    REQUIRE(server.ask(elsewhere, {{"type", "leave"}, {"room", other_room}})["type"] == "ok");
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

TEST_CASE("Who takes part in a room keeps the connection's place until the last room is left", "[session]") {
    Sessions server(Limits::none(), GENERATE(ClientsLive::with_the_rooms, ClientsLive::elsewhere));
    auto const host = server.connect();
    auto const aki = server.connect();
    std::vector<std::string> const rooms{server.create(host, "selfish", 3), server.create(host, "selfish", 3)};
    CHECK_FALSE(host.connection->joined);
    for (auto const& room : rooms) REQUIRE(server.join(aki, room)["type"] == "joined");
    CHECK(aki.connection->joined);
    REQUIRE(server.ask(aki, {{"type", "leave"}, {"room", rooms[0]}})["type"] == "ok");
    CHECK(aki.connection->joined);
    REQUIRE(server.ask(aki, {{"type", "leave"}, {"room", rooms[1]}})["type"] == "ok");
    CHECK_FALSE(aki.connection->joined);
}

TEST_CASE("Where an answer can't be sent the connection is closed, and nobody stays connected", "[session]") {
    Sessions server;
    auto const host = server.connect();
    for (Json const& message :
         {Json{{"type", "ping"}}, Json("{"), Json{{"type", "create"}, {"game", "none"}}, Json{{"type", "list"}}}) {
        auto const aki = server.connect();
        auto const room = server.create(host, "selfish", 3);
        REQUIRE(server.join(aki, room)["type"] == "joined");
        CHECK_FALSE(aki.connection->aborted);
        aki.connection->is_broken = true;
        server.receive(aki, {message});
        CHECK(aki.connection->aborted);
        server.close(aki);
        server.run();
        CHECK(server.connected_to(room) == 0);
    }
}

TEST_CASE("Where a room's answer can't be sent that connection alone is closed, and others get theirs", "[session]") {
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
    CHECK(aki.connection->aborted);
    CHECK_FALSE(watcher.connection->aborted);
    CHECK_FALSE(ben.connection->aborted);
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
        // The room has the message and does not come to it in this turn; the `list` waits for it.
        server.store.hold();
        Sessions::receive_now(aki, {{"type", "join"}, {"room", room}, {"name", "n"}});
        Sessions::receive_now(aki, {{"type", "list"}});
        std::thread([&] {
            aki.session->send(R"({"type":"sent"})");
            aki.session->answered(0);
        }).join();
        CHECK(aki.got().empty());
    });
    server.run();
    CHECK(aki.types() == "sent rooms");
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

TEST_CASE("Who sends control frames without end is closed, one now and then counts for nothing", "[session]") {
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

TEST_CASE("Who guesses too much is answered alike, right or wrong, but for a right token", "[session]") {
    auto limits = Limits::none();
    limits.guesses = {.a_second = 0.001, .burst = 10};
    limits.guesses_an_address = {.a_second = 0.001, .burst = 20};
    Sessions server(limits, GENERATE(ClientsLive::with_the_rooms, ClientsLive::elsewhere));
    auto const aki = server.connect();
    auto const room = server.create(aki, "selfish", 3);
    auto const token = server.join(aki, room)["token"];
    Json const wrong_code{{"type", "join"}, {"room", "NONE"}, {"name", "n"}};
    Json const wrong_token{{"type", "resume"}, {"room", room}, {"token", std::string(32, '0')}};
    for (auto const& [guess, answer] : {std::pair{wrong_code, "no_such_room"}, {wrong_token, "bad_token"}}) {
        auto const guesser = server.connect();
        for (int i = 0; i < 10; ++i) REQUIRE(server.ask(guesser, guess)["code"] == answer);
        CHECK(server.ask(guesser, wrong_code)["code"] == "rate_limited");
        CHECK(server.join(guesser, room)["code"] == "rate_limited");
    }
    // Their address has used up its guesses.
    auto const ben = server.connect();
    auto const without_time = [&](Json const& message) {
        auto answer = server.ask(ben, message);
        answer.erase("re");
        answer.erase("details");
        return answer;
    };
    auto const refusal = without_time(wrong_code);
    CHECK(refusal["code"] == "rate_limited");
    CHECK(without_time({{"type", "join"}, {"room", room}, {"name", "n"}}) == refusal);
    CHECK(without_time({{"type", "leave"}, {"room", room}}) == refusal);
    auto const no_seat = without_time(wrong_token);
    CHECK(no_seat["code"] == "bad_token");
    CHECK(without_time({{"type", "resume"}, {"room", "NONE"}, {"token", "x"}}) == no_seat);
    CHECK(server.ask(ben, {{"type", "resume"}, {"room", room}, {"token", token}})["type"] == "joined");
    CHECK(server.ask(ben, {{"type", "chat"}, {"room", room}, {"text", "hi"}})["type"] == "ok");
    // Codes that one knows from the server are no guesses.
    CHECK(server.join(ben, server.create(ben, "selfish", 3))["type"] == "joined");
}

TEST_CASE("Right codes are no guesses, however many", "[session]") {
    auto limits = Limits::none();
    limits.guesses = {.a_second = 0.001, .burst = 2};
    limits.guesses_an_address = {.a_second = 0.001, .burst = 4};
    Sessions server(limits, GENERATE(ClientsLive::with_the_rooms, ClientsLive::elsewhere));
    auto const aki = server.connect();
    auto const ben = server.connect();
    for (int i = 0; i < 10; ++i) REQUIRE(server.join(ben, server.create(aki, "selfish", 3))["type"] == "joined");
    CHECK(server.ask(ben, {{"type", "join"}, {"room", "NONE"}, {"name", "n"}})["code"] == "no_such_room");
}

TEST_CASE("With twice as many bytes of matches as there may be nobody acts, and everybody may when there are fewer",
          "[session]") {
    auto limits = Limits::none();
    limits.match_bytes = 1000;
    Sessions server(limits);
    auto const aki = server.connect(), ben = server.connect();
    auto const room = server.create(aki);
    for (auto const& client : {aki, ben}) REQUIRE(server.join(client, room)["type"] == "joined");
    auto const& on_turn = aki.last("update").contains("legal") ? aki : ben;
    MatchBytes others;
    others.set(2000);
    CHECK(server.act(on_turn)["code"] == "unavailable");
    CHECK(server.ask(aki, {{"type", "chat"}, {"room", room}, {"text", "hi"}})["type"] == "ok");
    others.set(1900);
    CHECK(server.act(on_turn)["type"] == "ok");
}
