#include "tests/support/catch.hpp"

#include "server/net/frame_input.hpp"

#include <algorithm>
#include <string>

using namespace tefuda::server;
using namespace std::string_literals;

namespace {

void put(FrameInput& input, std::string_view bytes) {
    auto const room = input.room();
    REQUIRE(bytes.size() <= room.size());
    std::copy(bytes.begin(), bytes.end(), room.begin());
    input.commit(bytes.size());
}

std::string take(FrameInput& input, std::size_t at_most = 1000) {
    std::string taken(at_most, '\0');
    taken.resize(input.take(taken));
    return taken;
}

auto const hi = "\x81\x82"
                "mask"
                "hi"s;
auto const ping = "\x89\x80"
                  "mask"s;

} // namespace

TEST_CASE("What has come is given frame by frame") {
    FrameInput input;
    put(input, hi + ping + hi);
    CHECK(input.holds_text());
    CHECK(take(input) == hi);
    CHECK_FALSE(input.holds_text());
    CHECK(take(input, 4) == ping.substr(0, 4));
    CHECK_FALSE(input.holds_text());
    CHECK(take(input) == ping.substr(4));
    CHECK(input.holds_text());
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
    CHECK_FALSE(input.holds_text());
    CHECK(take(input) == hi.substr(0, 6));
    CHECK_FALSE(input.can_take());
    put(input, "hi" + hi);
    CHECK(take(input) == "hi");
    CHECK(take(input) == hi);
}

TEST_CASE("Only a whole text message in one frame is one") {
    for (auto const first : {'\x01', '\x80', '\x82', '\x88', '\xc1', '\x91'}) {
        FrameInput input;
        put(input, first + hi.substr(1));
        CHECK_FALSE(input.holds_text());
    }
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

TEST_CASE("The room grows when it was filled, up to a bound") {
    FrameInput input;
    auto const first = input.room().size();
    put(input, hi);
    take(input);
    CHECK(input.room().size() == first);
    // The beginning of a very long frame, then more of it.
    put(input, "\x82\xff\0\0\0\0\x7f\xff\xff\xff"
               "mask"s);
    for (int i = 0; i < 10; ++i) {
        put(input, std::string(input.room().size(), 'x'));
        take(input, FrameInput::most_bytes);
    }
    CHECK(input.empty());
    CHECK(input.room().size() == FrameInput::most_bytes);
}
