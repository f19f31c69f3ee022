#include "rules/twentytwo/policy.hpp"
#include "tests/rules/twentytwo/game.hpp"
#include "tests/support/bots.hpp"

TEST_CASE("twentytwo: bots play legally and do not use hidden information", "[rules][twentytwo][bots]") {
    tefuda::test::check_bots<tefuda::TwentyTwo>(1);
}

namespace {

std::string rule(tefuda::test::Game const& game, int seat) {
    return tefuda::test::by_rules_of_thumb<tefuda::TwentyTwo>(game.state, seat);
}

tefuda::test::Game game_of_two() {
    return {tefuda::test::game_22(), {"2S 3S 5S 6S 8S TS KS", "2H 4H 5H 7H 7D JH AH"}};
}

} // namespace

TEST_CASE("twentytwo: a bot exchanges 2 to 9 except its lowest card", "[rules][twentytwo][bots]") {
    CHECK(rule(game_of_two(), 0) == R"({"type":"exchange","cards":["3S","5S","6S","8S"]})");
}

TEST_CASE("twentytwo: a bot follows as cheaply as it can, and leads its largest set", "[rules][twentytwo][bots]") {
    auto game = game_of_two();
    game.pass_all();
    CHECK(rule(game, 0) == R"({"type":"play","cards":["KS"]})");
    REQUIRE(game.play(0, "6S") == "");
    CHECK(rule(game, 1) == R"({"type":"play","cards":["7H"]})");
    REQUIRE(game.play(1, "AH") == "");
    CHECK(rule(game, 1) == R"({"type":"play","cards":["7H","7D"]})");
}

TEST_CASE("twentytwo: with two cards left a search leads the high one", "[rules][twentytwo][bots]") {
    auto game = game_of_two();
    game.pass_all();
    game.state.hands[tefuda::Seat(0)] = tefuda::parse_cards("3S KS");
    game.state.hands[tefuda::Seat(1)] = tefuda::parse_cards("4H 5H");
    CHECK(tefuda::test::by_search<tefuda::TwentyTwo>(game.state, 0) == R"({"type":"play","cards":["KS"]})");
}
