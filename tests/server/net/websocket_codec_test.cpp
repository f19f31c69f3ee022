// A WebSocket without a socket: bytes in, messages and bytes out.
#include "tests/support/catch.hpp"

#include "raw_client.hpp"
#include "server/net/websocket_codec.hpp"
#include "tests/server/support/failing_memory.hpp"

#include <boost/beast/http/field.hpp>

#include <vector>

using namespace tefuda::server;
using namespace tefuda::server::test;
using namespace tefuda::test;
using namespace std::string_literals;

namespace {

constexpr std::size_t limit = 1000;

struct Codec {
    explicit Codec(std::string const& extensions = "", bool deflate = false)
        : codec(context.get_executor(), output, limit, deflate) {
        namespace http = boost::beast::http;
        RequestHead request(http::verb::get, "/ws", 11);
        request.set(http::field::host, "test");
        request.set(http::field::upgrade, "websocket");
        request.set(http::field::connection, "Upgrade");
        request.set(http::field::sec_websocket_version, "13");
        request.set(http::field::sec_websocket_key, "dGhlIHNhbXBsZSBub25jZQ==");
        if (!extensions.empty()) request.set(http::field::sec_websocket_extensions, extensions);
        codec.accept(request);
        handshake.swap(output);
    }

    /// \returns the messages
    std::vector<std::string> feed(std::string_view bytes) {
        std::vector<std::string> messages;
        for (;;) {
            while (auto const message = codec.next_message()) messages.emplace_back(*message);
            if (bytes.empty() || !codec.is_open()) return messages;
            auto const read = boost::asio::buffer_copy(codec.input(), boost::asio::buffer(bytes));
            bytes.remove_prefix(read);
            codec.received(read);
        }
    }

    boost::asio::io_context context;
    std::string output;
    std::string handshake;
    WebSocketCodec codec;
};

using Messages = std::vector<std::string>;

/// A frame as the server sends it: with a length below 126, not masked.
std::string sent(Opcode opcode, std::string const& payload) {
    return std::string{static_cast<char>(0x80 | static_cast<unsigned char>(opcode)),
                       static_cast<char>(payload.size())} +
           payload;
}

std::string text(std::string_view payload, bool last = true) {
    return frame_bytes(Opcode::text, payload, last);
}

} // namespace

TEST_CASE("A codec answers the opening handshake", "[net][websocket]") {
    Codec client;
    CHECK(client.handshake.starts_with("HTTP/1.1 101 "));
    CHECK(client.handshake.find("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") != std::string::npos);
    CHECK(client.codec.is_open());
}

TEST_CASE("Messages that came together are returned one after the other", "[net][websocket]") {
    Codec client;
    CHECK(client.feed(text("one") + text("") + text("三") + text("rest").substr(0, 7)) == Messages{"one", "", "三"});
    CHECK(client.feed(text("rest").substr(7) + text("four")) == Messages{"rest", "four"});
    CHECK(client.feed("").empty());
    CHECK(client.output.empty());
}

TEST_CASE("Messages of any length are returned once their last byte has come, however they are cut",
          "[net][websocket]") {
    for (std::size_t const size : {0, 1, 125, 126, 127, 1000}) {
        auto const payload = std::string(size, 'x');
        auto const frame = text(payload);
        for (auto const first : {std::size_t(1), std::size_t(2), std::size_t(5), frame.size() / 2, frame.size() - 1}) {
            Codec client;
            CAPTURE(size, first);
            CHECK(client.feed(frame.substr(0, first)).empty());
            CHECK(client.feed(frame.substr(first)) == Messages{payload});
        }
    }
    Codec client;
    auto const frames =
        text("hand") + frame_bytes(Opcode::ping, "p") + text("札", false) + frame_bytes(Opcode::continuation, "手");
    Messages all;
    for (auto const byte : frames)
        for (auto const& message : client.feed(std::string(1, byte))) all.push_back(message);
    CHECK(all == Messages{"hand", "札手"});
    CHECK(client.output == sent(Opcode::pong, "p"));
}

TEST_CASE("Fragments make one message, with control frames between them", "[net][websocket]") {
    Codec client;
    CHECK(client.feed(text("\xe4\xb8", false)).empty());
    CHECK(client.feed(frame_bytes(Opcode::ping, "p")).empty());
    CHECK(client.output == sent(Opcode::pong, "p"));
    CHECK(client.feed(frame_bytes(Opcode::continuation, "", false)).empty());
    CHECK(client.feed(frame_bytes(Opcode::pong, "never asked for")).empty());
    CHECK(client.feed(frame_bytes(Opcode::continuation, "\x89!") + text("next")) == Messages{"三!", "next"});
}

TEST_CASE("A frame that announces too much is refused before it has come", "[net][websocket]") {
    auto const head = GENERATE("\x81\xfe\x03\xe9"s, "\x82\xfe\x03\xe9"s, "\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff"s);
    Codec client;
    CHECK(client.feed(head + "mas").empty());
    CHECK(client.codec.is_open());
    CHECK(client.feed("k").empty());
    CHECK_FALSE(client.codec.is_open());
    CHECK(client.codec.was_message_too_long());
    CHECK(client.output == sent(Opcode::close, close_payload(1009)));
}

TEST_CASE("Nothing is read behind a fault or a close", "[net][websocket]") {
    auto const [bytes, code] = GENERATE(table<std::string, unsigned>({
        {text("\xff"), 1007},
        {frame_bytes(Opcode::binary, "x"), 1003},
        {frame_bytes(Opcode::continuation, "x"), 1002},
        {frame_bytes(Opcode::close, "\x03\xe8"), 1000},
        {frame_bytes(Opcode::close, ""), 1000},
    }));
    Codec client;
    CHECK(client.feed(text("before") + bytes + text("behind")) == Messages{"before"});
    CHECK_FALSE(client.codec.is_open());
    CHECK_FALSE(client.codec.was_message_too_long());
    CHECK(client.output.substr(0, 1) == "\x88");
    CHECK(client.output.substr(2, 2) == close_payload(code));
    CHECK(client.feed(text("later")).empty());
}

TEST_CASE("A close code is answered with itself, or with 1002 if nobody may send it", "[net][websocket]") {
    auto const [code, answer] = GENERATE(table<unsigned, unsigned>({
        {1000, 1000},
        {1003, 1003},
        {1011, 1011},
        {1012, 1012},
        {1013, 1013},
        {3000, 3000},
        {4999, 4999},
        {0, 1002},
        {999, 1002},
        {1004, 1002},
        {1005, 1002},
        {1006, 1002},
        {1015, 1002},
        {1016, 1002},
        {2999, 1002},
        {5000, 1002},
        {65535, 1002},
    }));
    CAPTURE(code);
    std::string const reason = GENERATE(as<std::string>(), "", "a reason");
    Codec client;
    CHECK(client.feed(frame_bytes(Opcode::close, close_payload(code) + reason)).empty());
    CHECK(client.output == sent(Opcode::close, close_payload(answer)));
    CHECK_FALSE(client.codec.is_open());
}

TEST_CASE("A codec writes whole frames", "[net][websocket]") {
    Codec client;
    client.codec.write_text("hello");
    client.codec.write_ping();
    CHECK(client.output == sent(Opcode::text, "hello") + sent(Opcode::ping, ""));
    client.output.clear();
    client.codec.write_text(std::string(126, 'x'));
    CHECK(client.output == "\x81\x7e\0\x7e"s + std::string(126, 'x'));
    client.output.clear();
    client.codec.write_text(std::string(200'000, 'x'));
    CHECK(client.output == "\x81\x7f\0\0\0\0\0\x03\x0d\x40"s + std::string(200'000, 'x'));
}

TEST_CASE("When memory runs out, a frame is in the output as a whole or not at all, and the codec is closed",
          "[net][websocket][out-of-memory]") {
    // More than Beast hands over at once, and compressed or not.
    auto const [size, compressed] =
        GENERATE(table<std::size_t, bool>({{10, false}, {200'000, false}, {200'000, true}}));
    auto const written = [size = size, compressed = compressed](int failing) {
        Codec client("permessage-deflate", true);
        client.codec.write_text("before");
        auto const before = client.output;
        client.output.shrink_to_fit();
        std::string const long_text(size, 'x');
        fail_allocation(failing);
        auto threw = false;
        try {
            client.codec.write_text(long_text, compressed);
        } catch (std::bad_alloc const&) {
            threw = true;
        }
        auto const failed = !is_to_fail();
        fail_allocation(0);
        CHECK(threw == failed);
        CHECK(client.codec.is_open() == !failed);
        CHECK((client.output == before) == failed);
        return failed;
    };
    auto failures = 0;
    while (written(failures + 1)) ++failures;
    CHECK(failures > 0);
}

TEST_CASE("Bytes that end no message are counted by their number", "[net][websocket]") {
    Codec client;
    std::string empty;
    for (int i = 0; i < 512; ++i) empty += frame_bytes(i == 0 ? Opcode::text : Opcode::continuation, "", false);
    REQUIRE(empty.size() == 2 * 1536);
    client.feed(empty);
    CHECK(client.codec.reset_control_frames() == 2);
    CHECK(client.codec.reset_control_frames() == 0);
    CHECK(client.feed(frame_bytes(Opcode::continuation, "x")) == Messages{"x"});
    client.feed(text("message") + frame_bytes(Opcode::ping, "x"));
    CHECK(client.codec.reset_control_frames() == 1);
}

TEST_CASE("A codec that has closed reads nothing more", "[net][websocket]") {
    Codec client;
    client.feed(text("half a message", false));
    client.codec.write_close(4000, "enough");
    CHECK(client.output == sent(Opcode::close, close_payload(4000) + "enough"));
    CHECK_FALSE(client.codec.is_open());
    CHECK(client.feed(frame_bytes(Opcode::continuation, "rest") + frame_bytes(Opcode::ping, "p")).empty());
    CHECK(client.output.size() == 2 + 2 + 6);
}

TEST_CASE("A close reason that is too long is cut", "[net][websocket]") {
    Codec client;
    client.codec.write_close(4000, std::string(200, 'x'));
    CHECK(client.output == sent(Opcode::close, close_payload(4000) + std::string(123, 'x')));
}

TEST_CASE("Compression is agreed where both want it", "[net][websocket]") {
    std::string const offer = GENERATE("permessage-deflate", "permessage-deflate; client_max_window_bits");
    CHECK(Codec(offer, true)
              .handshake.find("permessage-deflate; client_no_context_takeover; server_max_window_bits=13") !=
          std::string::npos);
    CHECK(Codec(offer, false).handshake.find("permessage-deflate") == std::string::npos);
    CHECK(Codec("", true).handshake.find("permessage-deflate") == std::string::npos);
}

TEST_CASE("A text like the one before it becomes much shorter, where it may be compressed", "[net][websocket]") {
    Codec client("permessage-deflate", true);
    auto const size_of = [&](std::string const& sent, bool compressed) {
        client.output.clear();
        client.codec.write_text(sent, compressed);
        return client.output.size();
    };
    std::string long_text;
    for (int i = 0; i < 200; ++i) long_text += std::to_string(i * i) + ",";
    CHECK(long_text.size() > 800);
    auto const plain = long_text.size() + 4;
    CHECK(size_of(long_text, false) == plain);
    CHECK(size_of(long_text, true) > 100);
    CHECK(size_of(long_text + "7", true) < 30);
    CHECK(size_of(long_text, false) == plain);
    CHECK(size_of("8" + long_text, true) < 30);
}

TEST_CASE("A compressed message that is too long when it is whole is a fault", "[net][websocket]") {
    Codec client("permessage-deflate", true);
    // RFC 7692, section 7.2.3.1: "Hello".
    auto frame = frame_bytes(Opcode::text, "\xf2\x48\xcd\xc9\xc9\x07\x00"s);
    frame[0] = static_cast<char>(frame[0] | 0x40);
    CHECK(client.feed(frame) == Messages{"Hello"});
    // 2000 times the letter x.
    auto bomb = frame_bytes(Opcode::text, "\xaa\xa8\x18\x05\xa3\x60\x14\x8c\x82\x51\x30\x0a\x46\xc1\x50\x07\x00\x00"s);
    bomb[0] = static_cast<char>(bomb[0] | 0x40);
    CHECK(client.feed(bomb).empty());
    CHECK_FALSE(client.codec.is_open());
    CHECK(client.codec.was_message_too_long());
}
