// Clients whose messages come while memory runs out: each is answered, and a room that fails is there again.
#include "tests/server/support/failing_memory.hpp"
#include "tests/server/support/session_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("Members of a room that can't go back to what is stored are told and closed, and find it as it was",
          "[session][out-of-memory]") {
    Sessions server;
    auto const aki = server.connect(), ben = server.connect(), watcher = server.connect();
    auto const room = server.create(aki);
    std::vector<Json> tokens;
    for (auto const& client : {aki, ben}) tokens.push_back(server.join(client, room)["token"]);
    REQUIRE(server.ask(watcher, {{"type", "join"}, {"room", room}, {"name", "w"}, {"role", "spectator"}})["type"] ==
            "joined");
    auto const view = aki.last("update")["view"];
    auto const& on_turn = aki.last("update").contains("legal") ? aki : ben;
    auto const update = on_turn.last("update");

    server.store.hold();
    server.receive(on_turn, {{{"type", "act"},
                              {"id", "lost"},
                              {"room", room},
                              {"decision", update["decision"]},
                              {"action", update["legal"][0]}}});
    server.store.wait_for_commit();
    server.store.refuse(room);
    server.store.let_go();
    server.thread.wait_for_task();
    // The match can't be played again for want of memory.
    fail_allocation(1);
    server.thread.run();
    REQUIRE_FALSE(is_to_fail());
    CHECK(answer_to(on_turn.got(), "lost")["code"] == "unavailable");
    for (auto const& client : {aki, ben, watcher}) {
        CHECK(client.got().back()["code"] == "unavailable");
        CHECK(client.connection->closed_with == 1011);
        server.close(client);
    }

    // Also where nobody comes back.
    server.run_until([&] { return server.rooms.find(room) != nullptr; });
    server.store.accept();
    auto const back = server.connect(), other = server.connect();
    REQUIRE(server.ask(back, {{"type", "resume"}, {"room", room}, {"token", tokens[0]}})["type"] == "joined");
    REQUIRE(server.ask(other, {{"type", "resume"}, {"room", room}, {"token", tokens[1]}})["type"] == "joined");
    CHECK(back.last("update")["seq"] == 1);
    CHECK(back.last("update")["view"] == view);
    CHECK(server.act(&on_turn == &aki ? back : other)["seq"] == 2);
}

TEST_CASE("Wherever memory runs out while a message is passed on, later messages are answered",
          "[session][out-of-memory]") {
    Sessions server(Limits::none(), ClientsLive::elsewhere);
    auto const aki = server.connect();
    auto const room = server.create(aki);
    REQUIRE(server.join(aki, room)["type"] == "joined");
    auto const text = Json{{"type", "chat"}, {"room", room}, {"text", "hi"}}.dump();
    auto failures = 0;
    for (auto ended = false; !ended;) {
        server.clients.post([&] {
            fail_allocation(++failures);
            try {
                aki.session->received(text, server.clients.now());
            } catch (std::exception const&) {
                // The connection would be closed.
            }
            ended = is_to_fail();
            fail_allocation(0);
        });
        server.run();
        INFO("allocation " << failures);
        REQUIRE(server.ask(aki, {{"type", "ping"}})["type"] == "pong");
        REQUIRE(server.ask(aki, {{"type", "chat"}, {"room", room}, {"text", "again"}})["type"] == "ok");
    }
    CHECK(failures > 3);
}

TEST_CASE("Wherever memory runs out while a room takes an action, its client is answered once, and rightly",
          "[session][out-of-memory]") {
    Sessions server(Limits::none(), ClientsLive::elsewhere);
    auto const aki = server.connect(), ben = server.connect();
    auto const room = server.ask(
        aki,
        {{"type", "create"}, {"game", "fortyone"}, {"seats", 2}, {"clock", {{"decision", 60}, {"bank", 60}}}})["room"];
    for (auto const& client : {aki, ben}) REQUIRE(server.join(client, room)["type"] == "joined");
    auto failures = 0, refused = 0;
    for (auto ended = false; !ended;) {
        // So that the action sets the room's timer anew.
        server.thread.pass(std::chrono::seconds(1));
        auto const& client = aki.last("update").contains("legal") ? aki : ben;
        auto const before = client.last("update");
        auto const id = "act " + std::to_string(++failures);
        server.clients.post([&] {
            Sessions::receive_now(client, {{"type", "act"},
                                           {"id", id},
                                           {"room", room},
                                           {"decision", before["decision"]},
                                           {"action", before["legal"][0]}});
        });
        server.clients.run();
        // What is stored is published afterwards: a client whose update there is no memory for is closed.
        server.store.hold();
        fail_allocation(failures);
        server.thread.run();
        ended = is_to_fail();
        fail_allocation(0);
        server.store.let_go();
        INFO("allocation " << failures);
        server.run_until([&] { return answer_to(client.got(), id) != nullptr; });
        auto const is_stored = answer_to(client.got(), id)["type"] == "ok";
        CHECK(client.last("update")["seq"] == before["seq"].get<int>() + (is_stored ? 1 : 0));
        if (!is_stored) ++refused;
        REQUIRE(server.ask(client, {{"type", "ping"}})["type"] == "pong");
        REQUIRE(server.ask(client, {{"type", "chat"}, {"room", room}, {"text", "hi"}})["type"] == "ok");
        CHECK(std::ranges::count_if(client.got(), [&](Json const& got) { return got.value("re", Json()) == id; }) == 1);
    }
    CHECK(refused > 5);
}

TEST_CASE("Wherever memory runs out while rooms age, a room is put away at a later look, and comes back as it was",
          "[session][out-of-memory]") {
    Sessions server;
    auto failures = 0;
    for (auto ended = false; !ended;) {
        INFO("allocation " << ++failures);
        auto const aki = server.connect(), ben = server.connect();
        auto const room = server.create(aki);
        auto const token = server.join(aki, room)["token"];
        REQUIRE(server.join(ben, room)["type"] == "joined");
        REQUIRE(server.act(aki.last("update").contains("legal") ? aki : ben)["type"] == "ok");
        auto const view = aki.last("update")["view"];
        for (auto const& client : {aki, ben}) server.close(client);
        server.wait_until_stored();

        server.thread.post([failures] { fail_allocation(failures); });
        for (int look = 0; look < 2; ++look) server.thread.pass(std::chrono::minutes(1));
        ended = is_to_fail();
        fail_allocation(0);
        // The looks go on, whatever failed.
        for (int look = 0; look < 3; ++look) server.thread.pass(std::chrono::minutes(1));
        server.run_until([&] { return server.rooms.look_up(room).is_asleep; });

        auto const back = server.connect();
        REQUIRE(server.ask(back, {{"type", "resume"}, {"room", room}, {"token", token}})["type"] == "joined");
        CHECK(back.last("update")["view"] == view);
        server.close(back);
    }
    CHECK(failures > 5);
}

namespace {

/// Runs what a test has given the clients' thread, and what comes of it, with the n-th allocation failing.
/// \returns whether so many were made
bool run_with_failure(Sessions& server, int n) {
    // Enough for a message to reach its room, for what the store does for it to come back, and for the answer.
    constexpr int turns = 3;
    // What came before is over.
    server.wait_for_store();
    server.thread.run();
    fail_allocation(n);
    for (int i = 0; i < turns; ++i) {
        server.clients.run();
        server.thread.run();
        EnoughMemory const between;
        server.wait_for_store();
    }
    auto const ended = is_to_fail();
    fail_allocation(0);
    return !ended;
}

/// As the transport does it: where a message can't be taken, the connection is closed.
void receive_or_close(Client const& client, Json const& message) {
    auto const text = message.dump();
    client.connection->executor().post([client, text] {
        try {
            client.session->received(text, client.connection->executor().now());
        } catch (std::exception const&) {
            client.connection->aborted = true;
        }
    });
}

/// Until a message is answered, or the client's connection is closed. \returns whether it is answered, and the connection
/// goes on: where a bot answers on its own thread, the two may come together
bool is_answered(Sessions& server, Client const& client, std::string const& id) {
    auto const is_closed = [&] { return client.connection->aborted || client.connection->closed_with; };
    auto const answers = [&] {
        return std::ranges::count_if(client.got(), [&](Json const& got) { return got.value("re", Json()) == id; });
    };
    server.run_until([&] { return is_closed() || answers() > 0; });
    CHECK(answers() <= 1);
    if (!is_closed()) return true;
    server.close(client);
    return false;
}

} // namespace

TEST_CASE("Wherever memory runs out while a room is woken, its client is answered, and so is who comes later",
          "[session][out-of-memory]") {
    Sessions server(Limits::none(), ClientsLive::elsewhere);
    auto const ben = server.connect();
    auto const room = server.create(ben);
    auto const token = server.join(ben, room)["token"];
    auto const other = server.connect();
    server.join(other, room);
    server.put_to_sleep(room, {ben, other});
    auto failures = 0, answered = 0;
    for (auto goes_on = true; goes_on;) {
        INFO("allocation " << ++failures);
        auto const aki = server.connect();
        receive_or_close(aki, {{"type", "resume"}, {"id", "r"}, {"room", room}, {"token", token}});
        goes_on = run_with_failure(server, failures);
        if (is_answered(server, aki, "r")) ++answered;
        server.close(aki);
        auto const back = server.connect();
        REQUIRE(server.ask(back, {{"type", "resume"}, {"room", room}, {"token", token}})["type"] == "joined");
        server.put_to_sleep(room, {back});
    }
    CHECK(answered > 20);
}

TEST_CASE("Wherever memory runs out while a client's room is made, it is answered, and so is what it says later",
          "[session][out-of-memory]") {
    Sessions server(Limits::none(), ClientsLive::elsewhere);
    auto failures = 0, answered = 0;
    for (auto goes_on = true; goes_on;) {
        INFO("allocation " << ++failures);
        auto const aki = server.connect();
        receive_or_close(aki, {{"type", "create"}, {"id", "c"}, {"game", "selfish"}});
        goes_on = run_with_failure(server, failures);
        if (!is_answered(server, aki, "c")) continue;
        ++answered;
        REQUIRE(server.ask(aki, {{"type", "list"}})["type"] == "rooms");
        server.close(aki);
    }
    CHECK(answered > 20);
}

TEST_CASE("Wherever memory runs out while a client's connection is closed, its rooms learn it",
          "[session][out-of-memory]") {
    Sessions server(Limits::none(), ClientsLive::elsewhere);
    auto const ben = server.connect();
    std::vector<std::string> rooms;
    for (int i = 0; i < 3; ++i) rooms.push_back(server.create(ben, "selfish", 3));
    auto failures = 0;
    for (auto goes_on = true; goes_on;) {
        INFO("allocation " << ++failures);
        auto const aki = server.connect();
        for (auto const& room : rooms)
            REQUIRE(server.ask(aki, {{"type", "join"}, {"room", room}, {"name", "a"}, {"role", "spectator"}})["type"] ==
                    "joined");
        server.clients.post([&] { aki.session->closed(); });
        goes_on = run_with_failure(server, failures);
        // What a room does by itself is tried again where it fails.
        server.thread.pass(std::chrono::seconds(2));
        for (auto const& room : rooms) REQUIRE(server.connected_to(room) == 0);
    }
    CHECK(failures > 3);
}

TEST_CASE("Wherever memory runs out while a client asks for advice, it is answered, and may ask again",
          "[session][out-of-memory]") {
    Sessions server(Limits::none(), ClientsLive::elsewhere);
    auto aki = server.connect();
    auto const room =
        server.ask(aki, {{"type", "create"}, {"game", "selfish"}, {"seats", 2}, {"bots", {nullptr, "easy"}}})["room"];
    auto const token = server.join(aki, room)["token"];
    server.run_until([&] { return aki.last("update").contains("legal"); });
    auto failures = 0;
    for (auto goes_on = true; goes_on;) {
        auto const id = "advise " + std::to_string(++failures);
        INFO("allocation " << failures);
        server.clients.post([&] { Sessions::receive_now(aki, {{"type", "advise"}, {"id", id}, {"room", room}}); });
        server.clients.run();
        fail_allocation(failures);
        server.thread.run();
        goes_on = !is_to_fail();
        fail_allocation(0);
        if (!is_answered(server, aki, id)) {
            aki = server.connect();
            REQUIRE(server.ask(aki, {{"type", "resume"}, {"room", room}, {"token", token}})["type"] == "joined");
        }
        for (int i = 0; i < 5; ++i) REQUIRE(server.ask(aki, {{"type", "advise"}, {"room", room}})["type"] == "advice");
    }
    CHECK(failures > 10);
}
