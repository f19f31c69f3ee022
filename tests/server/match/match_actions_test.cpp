#include "server/match/match_actions.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

using namespace tefuda;
using namespace tefuda::server;

namespace {

MatchAction const draw{Seat(0), R"({"type":"draw"})", 7, false};
MatchAction const pass{Seat(12), "{}", 7, true};
MatchAction const play{Seat(1), R"({"type":"play","card":"7H"})", 3'000'000'000, false};

std::vector<MatchAction> all(MatchActions const& actions) {
    std::vector<MatchAction> read;
    std::ranges::copy(actions, std::back_inserter(read));
    return read;
}

/// The encoding of an action, valid or not.
std::string bytes_of(int seat, int ms, std::string const& action) {
    return std::string{static_cast<char>(seat), static_cast<char>(ms), static_cast<char>(action.size())} + action;
}

} // namespace

TEST_CASE("A match's actions are read as they were added", "[match]") {
    MatchActions actions;
    CHECK(actions.empty());
    CHECK(actions.last_ms() == 0);
    CHECK(all(actions).empty());
    for (auto const& action : {draw, pass, play}) actions.add(action);
    CHECK(actions.size() == 3);
    CHECK(actions.last_ms() == 3'000'000'000);
    CHECK(all(actions) == std::vector{draw, pass, play});
    CHECK(actions == MatchActions{draw, pass, play});
}

TEST_CASE("A match's actions survive encoding and decoding", "[match]") {
    std::string const long_text = "{\"text\":\"" + std::string(300, 'x') + "\"}";
    MatchActions const actions{draw, pass, play, {Seat(2), long_text, play.ms}};
    CHECK(MatchActions::from_bytes(actions.bytes()) == actions);
    CHECK(MatchActions::from_bytes("") == MatchActions());
}

TEST_CASE("The joined bytes of two parts of a match are the bytes of both parts", "[match]") {
    MatchActions const first{draw, pass}, second{play};
    CHECK(MatchActions::from_bytes(first.bytes() + second.bytes()) == MatchActions{draw, pass, play});
}

TEST_CASE("Damaged bytes are refused", "[match]") {
    REQUIRE(MatchActions::from_bytes(bytes_of(12, 5, "{}") + bytes_of(0, 5, "{}")));
    CHECK_FALSE(MatchActions::from_bytes(bytes_of(13, 5, "{}")));
    CHECK_FALSE(MatchActions::from_bytes(bytes_of(0, 5, "{}") + bytes_of(0, 4, "{}")));
    for (auto const* text : {"", "[]", "7", "{", "{}}", R"({"a":1,"a":2})"})
        CHECK_FALSE(MatchActions::from_bytes(bytes_of(0, 5, text)));
    auto const whole = MatchActions{draw, play}.bytes();
    for (std::size_t cut = 1; cut < whole.size(); ++cut) {
        INFO(cut);
        CHECK(MatchActions::from_bytes(whole.substr(0, cut)).has_value() == (cut == MatchActions{draw}.bytes().size()));
    }
    // A time of more than 64 bits.
    CHECK_FALSE(MatchActions::from_bytes('\0' + std::string(10, '\xff') + "\x02{}"));
}
