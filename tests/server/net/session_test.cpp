// WebSocket sessions over time: full queues, silence, many threads, the end.
#include "tests/support/catch.hpp"

#include "raw_client.hpp"
#include "test_server.hpp"

using namespace tefuda::test;
using std::chrono::milliseconds;
using tefuda::server::TransportOptions;

TEST_CASE("A client that reads nothing is closed when its write queue is full", "[net][websocket]") {
    TransportOptions options;
    options.write_queue_bytes = 1024 * 1024;
    TestServer server(options);
    RawClient deaf(server.port, 4096);
    deaf.open_websocket();
    RawClient other(server.port);
    other.open_websocket();
    // More than the write queue and the kernel's buffers hold together.
    auto const much = std::string(256 * 1024, 'x');
    for (int i = 0; i < 100; ++i) server.service.send(much);
    CHECK(server.service.saw("closed"));
    other.send_text("unharmed");
    CHECK(other.read_text() == "unharmed");
}

TEST_CASE("A client that reads its answers late gets all of them: meanwhile the server reads no more from it",
          "[net][websocket]") {
    TransportOptions options;
    options.write_queue_bytes = 1024 * 1024;
    TestServer server(options);
    RawClient late(server.port, 4096);
    late.open_websocket();
    // More than the write queue and the kernel's buffers hold together.
    constexpr int messages = 3000;
    auto const message = [](int i) { return std::to_string(i) + std::string(10'000, 'x'); };
    std::thread sender([&] {
        for (int i = 0; i < messages; ++i) late.send_text(message(i));
    });
    auto const first = server.service.saw("received 100xxxxxxxxxxxxxxxxx");
    auto same = 0;
    for (int i = 0; i < messages; ++i) same += late.read_text() == message(i);
    sender.join();
    CHECK(first);
    CHECK(same == messages);
}

TEST_CASE("What each thread sends arrives in its order", "[net][websocket]") {
    TestServer server;
    RawClient receiver(server.port);
    receiver.open_websocket();
    constexpr int each = 200;
    std::vector<std::thread> threads;
    for (char name = 'a'; name < 'e'; ++name)
        threads.emplace_back([name, &server] {
            for (int i = 0; i < each; ++i) server.service.send(std::to_string(i).insert(0, 1, name));
        });
    std::map<char, int> next;
    for (int i = 0; i < 4 * each; ++i) {
        auto const text = receiver.read_text();
        CHECK(std::stoi(text.substr(1)) == next[text[0]]++);
    }
    for (auto& thread : threads) thread.join();
}

TEST_CASE("A silent client is pinged, one that answers stays, one that does not is closed", "[net][websocket]") {
    TransportOptions options;
    options.idle = milliseconds(2000); // long enough to answer in on a machine with other work
    TestServer server(options);
    RawClient client(server.port);
    client.open_websocket();
    for (int i = 0; i < 2; ++i) {
        auto const ping = client.read_frame();
        CHECK(ping.opcode == Opcode::ping);
        client.send_frame(Opcode::pong, ping.payload);
    }
    client.send_text("alive");
    CHECK(client.read_text() == "alive");
    CHECK(client.ends());
    CHECK(server.service.saw("closed"));
}

TEST_CASE("A client that does not answer a close is dropped", "[net][websocket]") {
    TransportOptions options;
    options.handshake = milliseconds(50);
    TestServer server(options);
    RawClient client(server.port);
    client.open_websocket();
    server.service.close(4000);
    CHECK(client.read_close() == 4000);
    CHECK(client.ends());
    CHECK(server.service.saw("closed"));
}

TEST_CASE("An orderly stop tells every client, then closes with 1001", "[net][websocket]") {
    TestServer server;
    std::vector<std::unique_ptr<RawClient>> clients;
    for (int i = 0; i < 5; ++i) {
        clients.push_back(std::make_unique<RawClient>(server.port));
        clients.back()->open_websocket();
        server.service.client(static_cast<std::size_t>(i));
    }
    std::thread stop([&] { server.stop(); });
    for (auto& client : clients) {
        CHECK(client->read_text() == "closing");
        CHECK(client->read_close() == 1001);
        client->send_frame(Opcode::close, "\x03\xe9");
        CHECK(client->ends());
        client.reset();
    }
    stop.join();
    CHECK(server.service.saw("closed", 5));
    CHECK_THROWS(RawClient(server.port).open_websocket());
}

TEST_CASE("An orderly stop does not wait for ever", "[net][websocket]") {
    TransportOptions options;
    options.connections_stop = milliseconds(50);
    TestServer server(options);
    RawClient idle(server.port);
    CHECK(idle.get("/hello").status == 200);
    RawClient silent(server.port);
    silent.open_websocket();
    server.service.client();
    server.stop();
    CHECK(idle.ends());
    CHECK(silent.read_text() == "closing");
    CHECK(silent.read_close() == 1001);
}

TEST_CASE("Nothing is read from a client while its handler is full, however long, and then everything in order",
          "[net][websocket]") {
    TransportOptions options;
    options.idle = milliseconds(1000);
    TestServer server(options);
    RawClient client(server.port), silent(server.port);
    client.open_websocket();
    constexpr int count = 5000;
    std::string frames = frame_bytes(Opcode::text, "hold");
    for (int i = 0; i < count; ++i) frames += frame_bytes(Opcode::text, std::to_string(i));
    client.send(frames);
    REQUIRE(server.service.saw("received hold"));
    // The other client is closed for its silence: more than the idle time has passed.
    silent.open_websocket();
    REQUIRE(server.service.saw("closed"));
    CHECK(server.service.events() == std::vector<std::string>{"opened", "received hold", "opened", "closed"});
    server.service.go_on();
    // While it reads it says nothing, so that it may be asked for a sign of life.
    auto const read_text = [&] {
        auto frame = client.read_frame();
        for (; frame.opcode == Opcode::ping; frame = client.read_frame())
            client.send_frame(Opcode::pong, frame.payload);
        return frame.payload;
    };
    CHECK(read_text() == "hold");
    for (int i = 0; i < count; ++i) REQUIRE(read_text() == std::to_string(i));
}

TEST_CASE("A client that has closed its sending side but reads nothing does not stay", "[net][websocket]") {
    TransportOptions options;
    options.write_queue_bytes = 64 * 1024 * 1024;
    options.linger = milliseconds(50);
    options.connections_stop = std::chrono::hours(1); // who stays would let the test time out
    TestServer server(options);
    RawClient deaf(server.port, 4096);
    deaf.open_websocket();
    auto const much = std::string(256 * 1024, 'x');
    for (int i = 0; i < 100; ++i) server.service.send(much);
    deaf.end_writing();
    CHECK(server.service.saw("closed"));
    server.stop();
}

TEST_CASE("A client that sends pings and reads nothing is not read from any more, and closed after the idle time",
          "[net][websocket]") {
    TransportOptions options;
    options.idle = milliseconds(300);
    TestServer server(options);
    RawClient deaf(server.port, 4096);
    deaf.open_websocket();
    std::string pings;
    while (pings.size() < 64 * 1024) pings += frame_bytes(Opcode::ping, std::string(125, 'x'));
    // More than the write queue and the kernel's buffers hold together. After the close nothing can be sent.
    for (int i = 0; i < 400; ++i) deaf.send(pings);
    CHECK(server.service.saw("closed"));
}

TEST_CASE("What is sent in one turn arrives in order with what could not be sent at once", "[net][websocket]") {
    TransportOptions options;
    options.write_queue_bytes = 64 * 1024 * 1024;
    TestServer server(options);
    RawClient slow(server.port, 4096);
    slow.open_websocket();
    auto const message = [](int i) { return std::to_string(i) + std::string(100'000, 'x'); };
    // More than the kernel's buffers hold.
    constexpr int first = 200;
    for (int i = 0; i < first; ++i) server.service.send(message(i));
    CHECK(slow.read_text() == message(0));
    // The rest of them is being sent now.
    constexpr int all = first + 10;
    for (int i = first; i < all; ++i) server.service.send(message(i));
    for (int i = 1; i < all; ++i) CHECK(slow.read_text() == message(i));
}

TEST_CASE("A client that makes a fault and does not close its side is disconnected", "[net][websocket]") {
    TransportOptions options;
    options.linger = milliseconds(50);
    options.connections_stop = std::chrono::hours(1); // who stays would let the test time out
    TestServer server(options);
    RawClient client(server.port);
    client.open_websocket();
    client.send_frame(Opcode::binary, "x");
    CHECK(client.read_close() == 1003);
    server.stop();
}
