#include "rules/fortyone/policy.hpp"
#include "tests/rules/fortyone/game.hpp"
#include "tests/support/bots.hpp"

using tefuda::FortyOne;
using tefuda::test::by_rules_of_thumb;
using tefuda::test::by_search;
using tefuda::test::FortyOneGame;

TEST_CASE("fortyone: bots play legally and do not use hidden information", "[rules][fortyone][bots]") {
    tefuda::test::check_bots<tefuda::FortyOne>(500);
}

TEST_CASE("fortyone: a bot plays the card that gives a chip", "[rules][fortyone][bots]") {
    FortyOneGame const game("TH", "AS 2S 3S 4S 5S 6S", "7S 8S 9S TS JS QS");
    CHECK(by_rules_of_thumb<FortyOne>(game.state(), 0) == R"({"type":"play","card":"AS"})");
}

TEST_CASE("fortyone: bots of both levels make 41", "[rules][fortyone][bots]") {
    FortyOneGame game("TH", "TS TC 9S 9H 9D 9C", "TD AS JS QS 8C 7S");
    game.turns("TS TD TC");
    REQUIRE(game.total() == 40);
    CHECK(by_rules_of_thumb<FortyOne>(game.state(), 1) == R"({"type":"play","card":"AS"})");
    CHECK(by_search<FortyOne>(game.state(), 1) == R"({"type":"play","card":"AS"})");
}

TEST_CASE("fortyone: bots of both levels pass if they cannot play", "[rules][fortyone][bots]") {
    FortyOneGame game("TH", "TS TC 9S 9H 9D 9C", "TD 8S 8H 8D 8C 7S");
    game.turns("TS TD TC");
    CHECK(by_rules_of_thumb<FortyOne>(game.state(), 1) == R"({"type":"pass"})");
    CHECK(by_search<FortyOne>(game.state(), 1) == R"({"type":"pass"})");
}
