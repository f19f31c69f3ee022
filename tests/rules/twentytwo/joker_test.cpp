// Jokers in 26.
#include "tests/rules/twentytwo/game.hpp"

namespace tefuda::test {

TEST_CASE("a joker copies the highest other card of the play, or the one named in `as`", "[rules][twentytwo]") {
    Game game(game_26(), {"8S XX 9S 2S 3S 4S 5S", "2H 3H 4H 5H 6H 7H 8H"});
    game.pass_all();
    CHECK(game.play(0, "XX") != ""); // never alone while the hand has other cards
    CHECK(game.play(0, "8S XX 2S", "K") != "");
    CHECK(game.play(0, "8S XX 2S", "8 2") != "");
    CHECK(game.play(0, "8S XX 2S", "") != "");
    CHECK(game.play(0, "8S 2S", "8") != "");
    CHECK(game.play(0, "8S XX 2S") == "");
    CHECK(game.table()["trick"] == Json::parse(R"([{"seat":0,"cards":["2S","8S","XX"],"as":["8"],"follows":true}])"));
    Game other(game_26(), {"8S XX 9S 2S 3S XX 5S", "2H 3H 4H 5H 6H 7H 8H"});
    other.pass_all();
    CHECK(other.play(0, "XX 8S XX 2S 9S", "2 9") == "");
    CHECK(other.table()["trick"][0]["as"] == Json::parse(R"(["9","2"])")); // high to low
}

TEST_CASE("the source's K-Q-9: joker-K-9 follows, joker-Q-9 does not", "[rules][twentytwo]") {
    auto const leader = "KS QS 9S 2H 2D 2C 3S";
    Game game(game_26(), {leader, "XX KH 9H QH 5S 5H 5D"});
    game.pass_all();
    REQUIRE(game.play(0, "KS QS 9S") == "");
    CHECK(game.play(1, "XX QH 9H") != "");
    CHECK(game.play(1, "XX KH 9H", "9") != "");
    CHECK(game.play(1, "XX KH 9H", "K") == "");
    CHECK(game.last_seen("played")["follows"] == true);
}

TEST_CASE("jokers are not among the lowest cards if there are enough others", "[rules][twentytwo]") {
    Game game(game_26(), {"KS QS 9S 2H 2D 2C 3S", "XX 7H 3H 2S JS JH JD"}); // the source's joker, 7, 3, 2
    game.pass_all();
    REQUIRE(game.play(0, "KS QS 9S") == "");
    CHECK(game.play(1, "XX 3H 2S") != "");
    CHECK(game.play(1, "7H 3H 2S") == "");
    CHECK(game.last_seen("played")["follows"] == false);
    CHECK_FALSE(game.last_seen("played").contains("as"));
}

TEST_CASE("R9: if there are not enough other cards, the lowest cards are all of them and jokers",
          "[rules][twentytwo]") {
    auto const leader = "KS KH KD KC 3S 3H 4S";
    auto const hand = "XX XX XX XX 9S 4D 4C";
    for (auto const* as : {"9", "4"}) {
        Game game(game_26(), {leader, hand});
        game.pass_all();
        REQUIRE(game.play(0, "KS KH KD KC") == "");
        CHECK(game.play(1, "9S 4D XX XX") != ""); // keeps a 4
        CHECK(game.play(1, "9S 4D 4C XX", as) == "");
        CHECK(game.table()["tricks"][0][1]["as"] == Json::array({as}));
        CHECK(game.table()["tricks"][0][1]["follows"] == false);
    }
}

TEST_CASE("R9, R5: the rank that the joker copies decides whether such lowest cards follow", "[rules][twentytwo]") {
    auto const leader = "9H 9D 4H 4S 3S 3H 3D";
    for (auto const* as : {"9", "4"}) {
        Game game(game_26(), {leader, "XX XX XX XX 9S 4D 4C"});
        game.pass_all();
        REQUIRE(game.play(0, "9H 9D 4H 4S") == "");
        CHECK(game.play(1, "9S 4D 4C XX", as) == "");
        CHECK(game.last_seen("trick_won")["seat"] == (*as == '9' ? 1 : 0));
    }
}

TEST_CASE("in a hand of jokers alone they count as A and copy nothing", "[rules][twentytwo]") {
    Game game(game_26(), {"KS KH KD 3D 3S 3H 4S", "XX XX XX XX 5S 5D 5C"});
    game.pass_all();
    REQUIRE(game.play(0, "3S 3D 3H") == "");
    REQUIRE(game.play(1, "5S 5D 5C") == "");
    CHECK(game.legal(1) == Json::parse(R"([{"type":"play","cards":{"choose":[1,3],"from":["XX","XX","XX","XX"]}}])"));
    CHECK(game.play(1, "XX XX", "A A") != "");
    CHECK(game.play(1, "XX XX XX XX") != "");
    CHECK(game.play(1, "XX XX") == "");
    CHECK_FALSE(game.table()["trick"][0].contains("as"));
    CHECK(game.play(0, "KS KH") != ""); // below A-A, and a 4 is lower
    CHECK(game.play(0, "4S KS") == "");
}

TEST_CASE("a hand of jokers alone follows any lead and has no other choice", "[rules][twentytwo]") {
    Game game(game_26(), {"AS KS 3D 3S 3H 4S AD", "XX XX XX XX 5S 5D 5C"});
    game.pass_all();
    REQUIRE(game.play(0, "3S 3D 3H") == "");
    REQUIRE(game.play(1, "5S 5D 5C") == "");
    REQUIRE(game.play(1, "XX") == "");
    REQUIRE(game.play(0, "AS") == "");
    CHECK(game.last_seen("trick_won")["seat"] == 0);
    REQUIRE(game.play(0, "AD") == "");
    CHECK(game.legal(1) == Json::parse(R"([{"type":"play","cards":["XX"]}])"));
    CHECK(game.play(1, "XX") == "");
    CHECK(game.last_seen("trick_won")["seat"] == 1);
}

TEST_CASE(
    "must: a play that follows only with a joker must be played, and the joker must copy a rank with which it follows",
    "[rules][twentytwo]") {
    Game game(with_must(game_26()), {"QS QH 2H 2D 2C 3S 3H", "KS XX 5S 4S 4H 6S 7S"});
    game.pass_all();
    REQUIRE(game.play(0, "QS QH") == "");
    CHECK(game.play(1, "4S 4H") != "");
    CHECK(game.play(1, "XX 7S") != "");
    CHECK(game.legal(1) == Json::parse(R"([{"type":"play","optional":["as"],
        "cards":{"choose":2,"from":["KS","XX"]}}])"));
    CHECK(game.play(1, "XX KS") == "");
    Game three(with_must(game_26()), {"QS QH 2H 2D 2C 3S 3H", "KS XX QD 4S 4H 6S 7S"});
    three.pass_all();
    REQUIRE(three.play(0, "QS QH 2H") == "");
    CHECK(three.play(1, "KS XX 4S", "4") != "");
    CHECK(three.play(1, "4S 4H 6S") != "");
    CHECK(three.play(1, "KS XX 4S", "K") == "");
}

TEST_CASE("must: if not even jokers help, the lowest cards are played", "[rules][twentytwo]") {
    Game game(with_must(game_26()), {"AS AH AD 2D 2C 3S 3H", "KS XX XX XX XX 6S 6D"});
    game.pass_all();
    REQUIRE(game.play(0, "AS AH AD") == "");
    CHECK(game.legal(1) == Json::parse(R"([{"type":"play","cards":["6S","KS","6D"]}])"));
    CHECK(game.play(1, "XX KS 6S") != "");
    CHECK(game.play(1, "KS 6S 6D") == "");
    CHECK(game.last_seen("played")["follows"] == false);
}

} // namespace tefuda::test
