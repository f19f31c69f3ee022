// The order in which a client's messages are handled and answered.
#include "tests/server/support/session_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

Json const ping{{"type", "ping"}};
Json const list{{"type", "list"}};

Json join_of(std::string const& room) {
    return {{"type", "join"}, {"room", room}, {"name", "n"}};
}

/// Begins a match of two and puts it away. \returns the room's code and the messages that resume its seats
std::pair<std::string, std::vector<Json>> sleeping_match(Sessions& server) {
    std::vector<Client> const people{server.connect(), server.connect()};
    auto const room = server.create(people[0]);
    std::vector<Json> resumes;
    for (auto const& person : people)
        resumes.push_back({{"type", "resume"}, {"room", room}, {"token", server.join(person, room)["token"]}});
    server.put_to_sleep(room, people);
    return {room, resumes};
}

} // namespace

TEST_CASE("A list behind a room's message that is not answered yet waits for the answer, a ping does not",
          "[session]") {
    Sessions server(Limits::none(), GENERATE(ClientsLive::with_the_rooms, ClientsLive::elsewhere));
    auto const aki = server.connect();
    auto const room = server.create(aki, "selfish", 3);
    aki.got().clear();
    server.store.hold();
    server.receive(aki, {join_of(room), list, ping, ping});
    server.store.wait_for_commit();
    CHECK(aki.types() == "pong pong");
    server.store.let_go();
    server.run_until([&] { return aki.last("rooms") != nullptr; });
    CHECK(aki.types() == "pong pong joined room rooms");
    CHECK(aki.last("rooms")["rooms"][0]["seats"][0]["name"] == "n");
}

TEST_CASE("A message that is refused keeps its place, and so does everything behind it", "[session]") {
    Sessions server(Limits::none(), GENERATE(ClientsLive::with_the_rooms, ClientsLive::elsewhere));
    auto const aki = server.connect();
    auto const room = server.create(aki, "selfish", 3);
    aki.got().clear();
    server.store.hold();
    auto const with_id = [](Json message, int id) {
        message["id"] = id;
        return message;
    };
    server.receive(aki, {with_id(join_of(room), 1), "{", with_id(join_of("NONE"), 2),
                         with_id({{"type", "list"}, {"x", 0}}, 3),
                         with_id({{"type", "chat"}, {"room", room}, {"text", "hi"}}, 4), with_id(list, 5)});
    server.store.wait_for_commit();
    CHECK(aki.got().empty());
    server.store.let_go();
    server.run_until([&] { return aki.last("rooms") != nullptr; });
    CHECK(aki.types() == "joined room error error error ok chat rooms");
    CHECK(aki.got()[2]["code"] == "bad_json");
    CHECK(aki.got()[3]["re"] == 2);
    CHECK(aki.got()[4]["re"] == 3);
    CHECK(aki.got()[5]["re"] == 4);
}

TEST_CASE("Messages to several rooms need not wait for each other", "[session]") {
    Sessions server(Limits::none(), GENERATE(ClientsLive::with_the_rooms, ClientsLive::elsewhere));
    auto const aki = server.connect();
    auto const first = server.create(aki, "selfish", 3);
    auto const second = server.create(aki, "selfish", 3);
    REQUIRE(server.join(aki, second)["type"] == "joined");
    aki.got().clear();
    server.store.hold();
    server.receive(aki, {join_of(first), {{"type", "chat"}, {"room", second}, {"text", "hi"}}, list});
    server.store.wait_for_commit();
    CHECK(aki.types() == "chat");
    server.store.let_go();
    server.run_until([&] { return aki.last("rooms") != nullptr; });
    CHECK(aki.types() == "chat joined room rooms");
}

TEST_CASE("Messages behind a create wait until the room is there, and keep their order", "[session]") {
    Sessions server(Limits::none(), GENERATE(ClientsLive::with_the_rooms, ClientsLive::elsewhere));
    auto const aki = server.connect();
    auto const room = server.create(aki, "selfish", 3);
    aki.got().clear();
    server.store.hold();
    Json const create{{"type", "create"}, {"game", "selfish"}, {"public", true}};
    server.receive(aki, {create, join_of(room), list, create, {{"type", "chat"}, {"room", room}, {"text", "hi"}}});
    server.store.wait_for_commit();
    CHECK(aki.got().empty());
    server.store.let_go();
    server.run_until([&] { return aki.last("chat") != nullptr; });
    CHECK(aki.types() == "created joined room rooms created chat");
}

TEST_CASE("Messages behind one that wakes a room wait, and keep their order", "[session]") {
    Sessions server;
    auto const [room, resumes] = sleeping_match(server);
    auto const other = server.create(server.connect(), "selfish", 3);
    auto const aki = server.connect();
    server.clients.post([&, resumes = resumes, room = room] {
        for (auto const& message :
             {resumes[0], list, join_of(other), Json{{"type", "chat"}, {"room", room}, {"text", "hi"}}, Json("{")})
            Sessions::receive_now(aki, message);
        CHECK(aki.got().empty());
    });
    server.run_until([&] { return aki.last("error") != nullptr; });
    CHECK(aki.types() == "joined room update rooms chat joined room error");
    CHECK(server.rooms.find(room));
}

TEST_CASE("Where a room can't be woken the client is told in its place", "[session]") {
    Sessions server;
    auto const [room, resumes] = sleeping_match(server);
    auto const aki = server.connect();
    server.store.fail_reads();
    server.receive(aki, {resumes[0], list});
    server.run_until([&] { return aki.last("rooms") != nullptr; });
    CHECK(aki.types() == "error rooms");
    server.store.fail_reads(false);
    CHECK(server.ask(aki, resumes[0])["type"] == "joined");
}

TEST_CASE("A client that closes while a room is being woken leaves nobody seated", "[session]") {
    Sessions server;
    auto const [room, resumes] = sleeping_match(server);
    auto const aki = server.connect();
    server.clients.post([&, resumes = resumes] {
        Sessions::receive_now(aki, resumes[0]);
        aki.session->closed();
    });
    server.run_until([&, room = room] { return server.rooms.find(room) != nullptr; });
    CHECK(server.connected_to(room) == 0);
}

TEST_CASE("A client that closes while its messages wait leaves nobody seated, wherever they wait", "[session]") {
    auto const where = GENERATE(ClientsLive::with_the_rooms, ClientsLive::elsewhere);
    Sessions server(Limits::none(), where);
    auto const host = server.connect();
    std::vector<std::string> rooms;
    for (int i = 0; i < 4; ++i) rooms.push_back(server.create(host, "selfish", 3));
    auto const aki = server.connect();
    REQUIRE(server.join(aki, rooms[0])["type"] == "joined");
    server.store.hold();
    // In the room's mailbox, behind that, behind a `list` and behind a room that is being made.
    server.receive(
        aki,
        {join_of(rooms[1]), join_of(rooms[2]), list, {{"type", "create"}, {"game", "selfish"}}, join_of(rooms[3])});
    server.store.wait_for_commit();
    server.close(aki);
    server.store.let_go();
    server.run_until([&] { return aki.last("created") != nullptr; });
    // Whatever the client said has happened: it was in all four.
    server.run_until([&] { return aki.types().find("created joined") != std::string::npos; });
    server.run();
    for (auto const& room : rooms) CHECK(server.connected_to(room) == 0);
}
