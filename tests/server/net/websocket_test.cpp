// What RFC 6455 and the protocol demand of a WebSocket, tested at the socket.
#include "tests/support/catch.hpp"

#include "raw_client.hpp"
#include "test_server.hpp"

#include <algorithm>
#include <random>

using namespace tefuda::test;
using namespace std::string_literals;

namespace {

struct WebSocket : RawClient {
    explicit WebSocket(TestServer const& server) : RawClient(server.port) { open_websocket(); }
};

/// A message as one frame or in fragments, with a ping somewhere.
std::string any_frames(std::string const& text, std::minstd_rand& random) {
    switch (random() % 4) {
    case 0: {
        auto const cut = random() % (text.size() + 1);
        return frame_bytes(Opcode::text, text.substr(0, cut), false) + frame_bytes(Opcode::ping, "within") +
               frame_bytes(Opcode::continuation, text.substr(cut));
    }
    case 1:
        return frame_bytes(Opcode::ping, "before") + frame_bytes(Opcode::text, text);
    default:
        return frame_bytes(Opcode::text, text);
    }
}

} // namespace

TEST_CASE("Pings and pongs are counted", "[net][websocket]") {
    TestServer server;
    WebSocket client(server);
    client.send(frame_bytes(Opcode::ping, "1") + frame_bytes(Opcode::pong, "") + frame_bytes(Opcode::text, "", false) +
                frame_bytes(Opcode::ping, "2") + frame_bytes(Opcode::continuation, "a", false) +
                frame_bytes(Opcode::continuation, ""));
    CHECK(server.service.saw("control frame", 3));
    CHECK(server.service.saw("received a"));
    client.send_text("bye");
    CHECK(client.read_close() == 4000);
    CHECK(server.service.saw("closed"));
    auto const events = server.service.events();
    CHECK(std::count(events.begin(), events.end(), "control frame") == 3);
}

TEST_CASE("A WebSocket opens whatever the query of its address says", "[net][websocket]") {
    TestServer server;
    for (auto const* query : {"", "?", "?room=K7QX2MNP", "?room=no%20code&x=1", "?a&&=&room=", "?room=%FF"}) {
        RawClient client(server.port);
        client.send("GET /ws"s + query +
                    " HTTP/1.1\r\nHost: test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        CHECK(client.read_response(true).status == 101);
        client.send_text("hi");
        CHECK(client.read_text() == "hi");
    }
}

TEST_CASE("Texts of any kind come whole, in order, however their bytes arrive", "[net][websocket]") {
    TestServer server;
    WebSocket client(server);
    std::minstd_rand random(41);
    std::vector<std::string> texts;
    std::string bytes;
    for (int i = 0; i < 300; ++i) {
        std::string text(random() % (i % 10 == 0 ? 16'000 : 300), static_cast<char>('a' + i % 26));
        if (i % 3 == 0) text += "手札";
        bytes += any_frames(text, random);
        texts.push_back(std::move(text));
    }
    for (std::size_t sent = 0, size = 0; sent < bytes.size(); sent += size) {
        size = std::min<std::size_t>(bytes.size() - sent, 1 + random() % (random() % 2 == 0 ? 20 : 5000));
        client.send(std::string_view(bytes).substr(sent, size));
    }
    for (auto const& text : texts) {
        auto frame = client.read_frame();
        while (frame.opcode == Opcode::pong) frame = client.read_frame();
        REQUIRE(frame.payload == text);
    }
}

TEST_CASE("A fault closes with its code", "[net][websocket]") {
    TestServer server;
    WebSocket client(server);
    std::string const too_long(16 * 1024 + 1, 'x');
    auto const text = [](std::string const& bytes) { return frame_bytes(Opcode::text, bytes); };
    auto const part = [](std::string const& bytes) { return frame_bytes(Opcode::text, bytes, false); };
    auto const rest = [](std::string const& bytes) { return frame_bytes(Opcode::continuation, bytes); };
    auto const raw = [](unsigned first, std::string const& masked) {
        return std::string(1, static_cast<char>(first)) + masked;
    };
    auto const [what, bytes, code] = GENERATE_COPY(table<std::string, std::string, unsigned>({
        {"too long", text(too_long), 1009},
        {"too long in fragments", part(too_long.substr(2)) + rest("xx"), 1009},
        {"a length of 2^63", raw(0x81, "\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0"s), 1009},
        {"binary", frame_bytes(Opcode::binary, "{}"), 1003},
        {"empty binary", frame_bytes(Opcode::binary, ""), 1003},
        {"the first fragment of a binary message", frame_bytes(Opcode::binary, "{", false), 1003},
        {"a lone byte", text("\xff"), 1007},
        {"overlong", text("\xc0\xaf"), 1007},
        {"a surrogate", text("\xed\xa0\x80"), 1007},
        {"beyond U+10FFFF", text("\xf4\x90\x80\x80"), 1007},
        {"a character that is cut off", text("ab\xe4\xb8"), 1007},
        {"one cut off in fragments", part("ab\xe4") + rest("\xb8"), 1007},
        {"one cut off, then an empty fragment", part("ab\xe4\xb8") + rest(""), 1007},
        {"one cut off, then an empty fragment (4 bytes)", part("\xf0\x9f\x82") + rest(""), 1007},
        {"wrong at once, in a fragment", part("\xe4("), 1007},
        {"unmasked", raw(0x81, "\x01x"), 1002},
        {"a reserved bit", raw(0xc1, frame_bytes(Opcode::text, "x").substr(1)), 1002},
        {"a reserved opcode", raw(0x83, frame_bytes(Opcode::text, "x").substr(1)), 1002},
        {"a reserved control opcode", raw(0x8b, frame_bytes(Opcode::text, "x").substr(1)), 1002},
        {"a continuation of nothing", rest("x"), 1002},
        {"a new text within a text", part("x") + text("y"), 1002},
        {"a ping in fragments", frame_bytes(Opcode::ping, "x", false), 1002},
        {"a ping that is too long", frame_bytes(Opcode::ping, std::string(126, 'x')), 1002},
        {"a length in too many bytes", raw(0x81, "\xfe\0\x01\0\0\0\0x"s), 1002},
        {"a close of one byte", frame_bytes(Opcode::close, "x"), 1002},
        {"a close with a code that is not sent", frame_bytes(Opcode::close, close_payload(1005)), 1002},
        {"a close with a code out of range", frame_bytes(Opcode::close, close_payload(999)), 1002},
        {"a close whose reason is not UTF-8", frame_bytes(Opcode::close, close_payload(1000, "\xff")), 1002},
        {"an orderly close", frame_bytes(Opcode::close, close_payload(1000, "done")), 1000},
        {"a close with a code of the application", frame_bytes(Opcode::close, close_payload(4321)), 4321},
    }));
    INFO(what);
    client.send(bytes);
    CHECK(client.read_close() == code);
    client.send_frame(Opcode::close, close_payload(code));
    CHECK(client.ends());
    CHECK(server.service.saw("closed"));
    auto events = server.service.events();
    std::erase(events, "control frame");
    CHECK(events == std::vector<std::string>{"opened", "closed"});
}

TEST_CASE("What a service throws ends that session alone", "[net][websocket]") {
    TestServer server;
    WebSocket healthy(server);
    WebSocket failing(server);
    failing.send_text("fail");
    CHECK(failing.read_close() == 1011);
    CHECK(server.service.saw("closed"));
    healthy.send_text("still here");
    CHECK(healthy.read_text() == "still here");
}

TEST_CASE("A service's close comes after what it sent before", "[net][websocket]") {
    tefuda::server::TransportOptions options;
    // Longer than the test waits: only the client's answer ends the connection.
    options.handshake = std::chrono::seconds(60);
    TestServer server(options);
    WebSocket client(server);
    auto frames = frame_bytes(Opcode::text, "bye");
    for (int i = 0; i < 40; ++i) frames += frame_bytes(Opcode::text, "too late");
    client.send(frames);
    CHECK(client.read_text() == "bye");
    auto const close = client.read_frame();
    CHECK(close.close_code() == 4000);
    CHECK(close.payload.substr(2) == "bye");
    client.send_frame(Opcode::close, close.payload);
    CHECK(client.ends());
    CHECK(server.service.saw("closed"));
    CHECK(server.service.events() == std::vector<std::string>{"opened", "received bye", "closed"});
}

TEST_CASE("A client that vanishes is closed", "[net][websocket]") {
    TestServer server;
    SECTION("with an end") {
        WebSocket client(server);
        server.service.client();
    }
    SECTION("with a reset") {
        WebSocket client(server);
        server.service.client();
        client.reset();
    }
    SECTION("in the middle of a message") {
        WebSocket client(server);
        client.send(frame_bytes(Opcode::text, "half").substr(0, 7));
    }
    CHECK(server.service.saw("closed"));
    // There is nobody to send to any more: nothing happens.
    server.service.send("hello?");
    server.service.close(1000);
}

TEST_CASE("A WebSocket that has said nothing at all is closed with 1008, one that has said something once stays",
          "[net][websocket]") {
    tefuda::server::TransportOptions options;
    options.join = std::chrono::milliseconds(500);
    TestServer server(options);
    WebSocket quiet(server);
    quiet.send_text("hello");
    CHECK(quiet.read_text() == "hello");
    WebSocket silent(server);
    CHECK(silent.read_close() == 1008);
    quiet.send_text("still here");
    CHECK(quiet.read_text() == "still here");
}

TEST_CASE("A WebSocket for another host is refused where the server's names are given", "[net][websocket]") {
    tefuda::server::TransportOptions options;
    options.allowed_hosts = {"cards.example", "[::1]"};
    TestServer server(options);
    auto const status = [&](std::string const& host) {
        RawClient client(server.port);
        client.send("GET /ws HTTP/1.1\r\nHost: " + host +
                    "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        return client.read_response().status;
    };
    for (auto const* own : {"cards.example", "Cards.Example:8080", "[::1]:80"}) CHECK(status(own) == 101);
    for (auto const* other : {"evil.example", "cards.example.evil.example", "127.0.0.1", "::1"})
        CHECK(status(other) == 403);
}
