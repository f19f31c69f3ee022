#include "tests/support/catch.hpp"

#include "server/net/frame_input.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

using namespace tefuda::server;
using namespace std::string_literals;

namespace {

void fill(FrameInput& input, std::span<char> room, std::string_view bytes) {
    REQUIRE(bytes.size() <= room.size());
    std::copy(bytes.begin(), bytes.end(), room.begin());
    input.commit(bytes.size());
}

/// As it comes from a socket.
void put(FrameInput& input, std::string_view bytes) {
    auto const room = input.room();
    auto const first = std::min(bytes.size(), room.size());
    fill(input, room, bytes.substr(0, first));
    if (first < bytes.size()) fill(input, input.more_room(), bytes.substr(first));
}

std::string take(FrameInput& input, std::size_t at_most = 1000) {
    std::string taken(at_most, '\0');
    taken.resize(input.take(taken));
    return taken;
}

/// A frame of up to 65,535 bytes, masked.
std::string frame(char first, std::string const& payload) {
    auto const size = payload.size();
    std::string made(1, first);
    if (size < 126)
        made += static_cast<char>(0x80 | size);
    else
        made += {'\xfe', static_cast<char>(size >> 8), static_cast<char>(size)};
    made += "mask";
    for (std::size_t i = 0; i < size; ++i) made += static_cast<char>(payload[i] ^ "mask"[i % 4]);
    return made;
}

auto const hi = frame('\x81', "hi");
auto const ping = frame('\x89', "");

} // namespace

TEST_CASE("What has come is given frame by frame") {
    FrameInput input;
    put(input, hi + ping + hi);
    CHECK(input.take_text(2) == "hi");
    CHECK_FALSE(input.take_text(2));
    CHECK(take(input, 4) == ping.substr(0, 4));
    CHECK_FALSE(input.take_text(2));
    CHECK(take(input) == ping.substr(4));
    CHECK(take(input) == hi);
    CHECK(input.empty());
}

TEST_CASE("Of a head that is not complete nothing is given, of a frame what is here") {
    FrameInput input;
    for (std::size_t i = 0; i < 6; ++i) {
        CHECK_FALSE(input.can_take());
        put(input, hi.substr(i, 1));
    }
    CHECK(input.can_take());
    CHECK_FALSE(input.take_text(2));
    CHECK(take(input) == hi.substr(0, 6));
    CHECK_FALSE(input.can_take());
    put(input, hi.substr(6) + hi);
    CHECK_FALSE(input.take_text(2));
    CHECK(take(input) == hi.substr(6));
    CHECK(take(input) == hi);
}

TEST_CASE("A text is taken whatever its length") {
    for (std::size_t const size : {0, 1, 7, 8, 9, 125, 126, 1000}) {
        std::string text;
        for (std::size_t i = 0; i < size; ++i) text += static_cast<char>(i % 128);
        FrameInput input;
        put(input, frame('\x81', text));
        CHECK(input.take_text(size) == text);
        CHECK(input.empty());
    }
}

TEST_CASE("What is not plain stays as it came") {
    auto const stays = [](std::string const& bytes) {
        FrameInput input;
        put(input, bytes);
        return !input.take_text(100) && take(input) == bytes;
    };
    // Not a text message in one frame; a reserved bit.
    for (auto const first : {'\x01', '\x80', '\x82', '\x88', '\xc1', '\x91'}) CHECK(stays(frame(first, "hi")));
    // Not ASCII.
    for (std::size_t i = 0; i < 11; ++i) {
        std::string text(11, 'x');
        text[i] = '\x80';
        CHECK(stays(frame('\x81', text)));
    }
    CHECK(stays(frame('\x81', std::string(101, 'x'))));
    // Not masked; a length in more bytes than it needs.
    CHECK(stays("\x81\x02hi"s));
    CHECK(stays("\x81\xfe\0\x02mask"s + hi.substr(6)));
    CHECK(stays("\x81\xff\0\0\0\0\0\0\0\x02mask"s + hi.substr(6)));
}

TEST_CASE("A length is in one, two or eight bytes, however large") {
    auto const head = [](std::string_view bytes) { return read_frame_head(bytes); };
    CHECK(head("\x81\x7d"s)->frame_size() == 2 + 125);
    CHECK_FALSE(head("\x81\xfe\x01\x00key"s));
    CHECK(head("\x81\xfe\x01\x00keys"s)->frame_size() == 8 + 256);
    CHECK(head("\x81\x7f\0\0\0\0\0\x01\0\0"s)->frame_size() == 10 + 65536);
    CHECK(head("\x81\x7f\xff\xff\xff\xff\xff\xff\xff\xff"s)->frame_size() > std::uint64_t(1) << 62);
}

TEST_CASE("The head of a text that is sent says its length") {
    CHECK(TextFrameHead(0).bytes() == "\x81\0"s);
    CHECK(TextFrameHead(125).bytes() == "\x81\x7d"s);
    CHECK(TextFrameHead(126).bytes() == "\x81\x7e\0\x7e"s);
    CHECK(TextFrameHead(65535).bytes() == "\x81\x7e\xff\xff"s);
    CHECK(TextFrameHead(65536).bytes() == "\x81\x7f\0\0\0\0\0\x01\0\0"s);
}

TEST_CASE("There is room for much where the last was filled or much is left, else for little") {
    FrameInput input;
    auto const little = input.room().size();
    put(input, hi);
    take(input);
    CHECK(input.room().size() == little);
    // The beginning of a very long frame, then more of it.
    put(input, "\x82\xff\0\0\0\0\x7f\xff\xff\xff"
               "mask"s);
    for (int i = 0; i < 10; ++i) {
        put(input, std::string(input.room().size(), 'x'));
        take(input, FrameInput::most_bytes);
    }
    CHECK(input.empty());
    CHECK(input.room().size() == FrameInput::most_bytes);
    put(input, "x");
    take(input);
    CHECK(input.room().size() == little);
}

TEST_CASE("There is room for some more where that came last") {
    FrameInput input;
    auto const little = input.room().size();
    auto const takes = [&](std::size_t bytes) {
        put(input, frame('\x81', std::string(bytes, 'x')));
        take(input, bytes + 8);
        REQUIRE(input.empty());
        return input.room().size();
    };
    CHECK(takes(little) > little);
    CHECK(takes(little) < FrameInput::most_bytes);
    CHECK(takes(1) == little);
}

TEST_CASE("What did not fit stands behind what has filled the room") {
    FrameInput input;
    std::string all;
    while (all.size() < 3 * input.room().size()) all += hi;
    auto const first = input.room().size();
    put(input, all.substr(0, first));
    CHECK(input.was_filled());
    fill(input, input.more_room(), all.substr(first));
    CHECK_FALSE(input.was_filled());
    for (std::size_t i = 0; i < all.size() / hi.size(); ++i) CHECK(input.take_text(2) == "hi");
    CHECK(input.empty());
}

TEST_CASE("What is not whole stays while there is other room") {
    FrameInput input;
    for (std::size_t i = 0; i < hi.size(); ++i) {
        input.more_room();
        input.room();
        put(input, hi.substr(i, 1));
    }
    CHECK(input.take_text(2) == "hi");
    CHECK(input.empty());
}
