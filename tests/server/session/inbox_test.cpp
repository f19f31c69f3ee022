// However much a client sends while its rooms don't answer, the server holds a bounded part of it.
#include "tests/server/support/session_fixture.hpp"

#include <deque>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// What a client has sent and the server has not read: it reads as the transport does, until the session is full, and
/// goes on when it is full no more.
class Wire {
public:
    Wire(Sessions& server, Client client) : client_(std::move(client)), executor_(server.clients) {
        client_.connection->resume = [this] { executor_.post([this] { read(); }); };
    }

    void send(Json const& message) { unread_.push_back(message.dump()); }
    /// In one turn of the client's thread.
    void begin_to_read() {
        executor_.post([this] { read(); });
    }
    std::size_t unread() const { return unread_.size(); }

private:
    void read() {
        while (!unread_.empty() && !client_.session->is_full()) {
            client_.session->received(unread_.front(), executor_.now());
            unread_.pop_front();
        }
    }

    Client const client_;
    FakeExecutor& executor_;
    std::deque<std::string> unread_;
};

Json with_id(Json message, int id) {
    message["id"] = id;
    return message;
}

/// The ids that were answered, in order.
std::vector<int> answered(Client const& client) {
    std::vector<int> ids;
    for (auto const& message : client.got())
        if (message.contains("re")) ids.push_back(message["re"]);
    return ids;
}

bool is_each_once_in_order(std::vector<int> const& ids, int count) {
    for (int id = 0; id < count; ++id)
        if (ids.at(static_cast<std::size_t>(id)) != id) return false;
    return ids.size() == static_cast<std::size_t>(count);
}

Inbox::Message text_of(std::size_t bytes, bool for_room = false) {
    return {std::string(bytes, 'x'), {}, bytes, for_room};
}

} // namespace

TEST_CASE("100,000 messages behind a held commit: few are read, and all are answered in order", "[session]") {
    constexpr int count = 100'000;
    auto const where = GENERATE(ClientsLive::with_the_rooms, ClientsLive::elsewhere);
    Sessions server(Limits::none(), where);
    auto const aki = server.connect();
    auto const room = server.create(aki, "selfish", 3);
    aki.got().clear();
    Json const join{{"type", "join"}, {"room", room}, {"name", "n"}};
    // Those that wait for the room's answer, those that the room itself has to hold, and refusals.
    std::vector<Json> const kinds{
        {{"type", "list"}, {"after", room}}, {{"type", "leave"}, {"room", room}}, {{"type", "list"}, {"wrong", 1}}};
    Wire wire(server, aki);
    wire.send(with_id(join, 0));
    for (int id = 1; id < count; ++id) wire.send(with_id(kinds[static_cast<std::size_t>(id) % kinds.size()], id));

    server.store.hold();
    wire.begin_to_read();
    server.run();
    server.store.wait_for_commit();
    CHECK(aki.got().empty());
    CHECK(wire.unread() >= count - Inbox::max_messages);
    server.store.let_go();
    server.run_until([&] { return wire.unread() == 0 && answered(aki).size() == count; });
    CHECK(is_each_once_in_order(answered(aki), count));
}

TEST_CASE("100,000 messages behind a room that is being made: few are read, and all are answered in order",
          "[session]") {
    constexpr int count = 100'000;
    Sessions server;
    auto const aki = server.connect();
    Wire wire(server, aki);
    wire.send(with_id({{"type", "create"}, {"game", "selfish"}}, 0));
    for (int id = 1; id < count; ++id) wire.send(with_id({{"type", "start"}, {"room", "NONE"}}, id));
    server.store.hold();
    wire.begin_to_read();
    server.run();
    server.store.wait_for_commit();
    CHECK(aki.got().empty());
    // And the one that makes the room.
    CHECK(wire.unread() >= count - Inbox::max_messages - 1);
    server.store.let_go();
    server.run_until([&] { return answered(aki).size() == count; });
    CHECK(is_each_once_in_order(answered(aki), count));
}

TEST_CASE("What one client sends to many rooms counts together", "[session]") {
    Sessions server;
    auto const aki = server.connect();
    std::vector<std::string> rooms;
    for (int i = 0; i < 8; ++i) {
        rooms.push_back(server.create(aki, "selfish", 3));
        REQUIRE(server.join(aki, rooms.back())["type"] == "joined");
    }
    Wire wire(server, aki);
    for (int i = 0; i < 1000; ++i)
        for (auto const& room : rooms) wire.send({{"type", "rematch"}, {"room", room}, {"entropy", "x"}});
    for (auto const& room : rooms) wire.send({{"type", "leave"}, {"room", room}});
    server.store.hold();
    for (auto const& room : rooms) server.receive(aki, {{{"type", "leave"}, {"room", room}}});
    server.store.wait_for_commit();
    wire.begin_to_read();
    server.run();
    CHECK(wire.unread() >= 8000 - Inbox::max_messages);
    server.store.let_go();
    server.run_until([&] { return wire.unread() == 0; });
}

TEST_CASE("A ping is answered while the store stalls and much waits", "[session]") {
    Sessions server;
    auto const aki = server.connect();
    auto const room = server.create(aki, "selfish", 3);
    server.store.hold();
    std::vector<Json> messages{Json{{"type", "join"}, {"room", room}, {"name", "n"}}};
    messages.resize(500, Json{{"type", "list"}});
    server.receive(aki, messages);
    server.store.wait_for_commit();
    aki.got().clear();
    CHECK(server.ask(aki, {{"type", "ping"}})["type"] == "pong");
    CHECK(aki.types() == "pong");
    server.store.let_go();
    server.run_until([&] { return aki.last("rooms") != nullptr; });
}

TEST_CASE("An inbox is full by number or by bytes, and takes messages again when half of them are answered",
          "[session]") {
    auto const budget = std::make_shared<InboxBudget>(1'000'000);
    Inbox inbox(budget);
    inbox.hold();
    SECTION("by number") {
        for (std::size_t i = 1; i < Inbox::max_messages; ++i) inbox.add(text_of(1));
        CHECK_FALSE(inbox.is_full());
        inbox.add(text_of(1));
    }
    SECTION("by bytes") {
        for (std::size_t i = 1; i < 8; ++i) inbox.add(text_of(Inbox::max_bytes / 8));
        CHECK_FALSE(inbox.is_full());
        inbox.add(text_of(Inbox::max_bytes / 8));
    }
    SECTION("by what rooms have") {
        for (std::size_t i = 0; i < Inbox::max_messages; ++i) inbox.passed_on(1);
        CHECK(inbox.is_full());
        for (std::size_t i = 0; i < Inbox::max_messages / 2 - 1; ++i) inbox.answered(1);
        CHECK(inbox.is_full());
        inbox.answered(1);
        CHECK_FALSE(inbox.is_full());
        CHECK(inbox.reset_drained());
        CHECK_FALSE(inbox.reset_drained());
        return;
    }
    CHECK(inbox.is_full());
    CHECK_FALSE(inbox.pop());
    inbox.release();
    while (inbox.is_full()) REQUIRE(inbox.pop());
    CHECK(inbox.reset_drained());
    auto left = 0;
    while (inbox.pop()) ++left;
    CHECK((left == Inbox::max_messages / 2 || left == 4));
}

TEST_CASE("What a lost room hands back comes first, in its order, and is not charged again", "[session]") {
    auto const budget = std::make_shared<InboxBudget>(1'000'000);
    Inbox inbox(budget);
    for (std::size_t bytes = 1; bytes <= 2; ++bytes) inbox.passed_on(bytes);
    inbox.add(text_of(3, true));
    inbox.hold();
    for (std::size_t bytes = 1; bytes <= 2; ++bytes) {
        inbox.answered(bytes);
        inbox.hand_back(text_of(bytes, true));
    }
    inbox.release();
    for (std::size_t bytes = 1; bytes <= 3; ++bytes) {
        auto const message = inbox.pop();
        REQUIRE(message);
        CHECK(message->bytes == bytes);
        CHECK(message->is_charged == (bytes < 3));
    }
    CHECK(inbox.is_done());
}

TEST_CASE("While the budget of all inboxes is spent each one takes one message at a time", "[session]") {
    auto const budget = std::make_shared<InboxBudget>(100'000);
    Inbox much(budget), little(budget);
    much.hold();
    little.hold();
    much.add(text_of(100'000));
    CHECK(much.is_full());
    CHECK_FALSE(little.is_full());
    for (auto again = 0; again < 3; ++again) {
        little.add(text_of(1));
        CHECK(little.is_full());
        little.release();
        REQUIRE(little.pop());
        CHECK_FALSE(little.is_full());
        CHECK(little.reset_drained());
        little.hold();
    }
    little.add(text_of(1));
    little.add(text_of(1));
    // Its own answer is what lets it go on, once there is room.
    much.release();
    REQUIRE(much.pop());
    CHECK_FALSE(much.is_full());
    CHECK(little.is_full());
    little.release();
    REQUIRE(little.pop());
    CHECK_FALSE(little.is_full());
}

TEST_CASE("An inbox gives back to the budget what it held, however its messages end", "[session]") {
    auto const budget = std::make_shared<InboxBudget>(1'000'000);
    {
        Inbox inbox(budget);
        inbox.hold();
        inbox.add(text_of(10));
        inbox.passed_on(20);
        inbox.answered(20);
        inbox.passed_on(30);
        inbox.hand_back(text_of(40));
        CHECK(budget->spent() == 80 + 3 * InboxBudget::bytes_a_message);
    }
    CHECK(budget->spent() == 0);
}

TEST_CASE("However many clients send behind a held commit, few of their messages are read in all", "[session]") {
    constexpr int clients = 50;
    constexpr int each = 200;
    auto limits = Limits::none();
    limits.unanswered_bytes = 100 * 1024;
    Sessions server(limits, GENERATE(ClientsLive::with_the_rooms, ClientsLive::elsewhere));
    auto const host = server.connect();
    auto const room = server.create(host, "selfish", 3);
    server.store.hold();
    std::vector<std::unique_ptr<Wire>> wires;
    std::vector<Client> all;
    for (int i = 0; i < clients; ++i) {
        all.push_back(server.connect());
        wires.push_back(std::make_unique<Wire>(server, all.back()));
        wires.back()->send(with_id({{"type", "join"}, {"room", room}, {"name", "n"}, {"role", "spectator"}}, 0));
        for (int id = 1; id < each; ++id) wires.back()->send(with_id({{"type", "list"}, {"after", room}}, id));
    }
    // So that a commit is under way, which the others wait for.
    server.receive(host, {{{"type", "join"}, {"room", room}, {"name", "n"}}});
    server.store.wait_for_commit();
    for (auto const& wire : wires) wire->begin_to_read();
    server.run();
    std::size_t unread = 0;
    for (auto const& wire : wires) unread += wire->unread();
    auto const bound = limits.unanswered_bytes / InboxBudget::bytes_a_message + clients;
    CHECK(unread >= clients * each - bound);
    CHECK(unread < clients * (each - 1));
    server.store.let_go();
    server.run_until(
        [&] { return std::ranges::all_of(all, [](Client const& client) { return answered(client).size() == each; }); });
    for (auto const& client : all) CHECK(is_each_once_in_order(answered(client), each));
    CHECK(server.inboxes->spent() == 0);
}
