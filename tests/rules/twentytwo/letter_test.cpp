// R14: `reading: "letter"`. The bar is the play right before, and the strongest single card takes the trick.
#include "tests/rules/twentytwo/game.hpp"

namespace tefuda::test {

TEST_CASE("R14: by the letter a play has to reach the one right before it, also lowest cards", "[rules][twentytwo]") {
    auto const hands = {"5S 2H 2D 2C 3S 3H 4S", "JS 3D 3C 4H 4D 4C 5H", "9S TS 6H 6D 6C 7S 7H", "7D JH 8H 8D 8C 9H 9D"};
    for (auto const is_letter : {false, true}) {
        INFO("by the letter: " << is_letter);
        Game game(is_letter ? by_the_letter(game_22()) : game_22(), {hands.begin(), hands.end()});
        game.pass_all();
        CHECK(game.play(0, "5S") == "");
        CHECK(game.play(1, "JS") == "");
        CHECK(game.play(2, "9S") != ""); // below the J
        CHECK(game.play(2, "6H") == "");
        CHECK((game.play(3, "8H") == "") == is_letter); // the 6 is the bar, else still the J
        if (!is_letter) continue;
        CHECK(game.table()["tricks"][0][3]["follows"] == true);
        CHECK(game.last_seen("trick_won")["seat"] == 1);
    }
}

TEST_CASE("R14: by the letter the strongest single card takes the trick, whoever played it", "[rules][twentytwo]") {
    // K-Q are the lowest cards of seat 1; nothing follows the pair but the sixes of seat 2.
    Game game(by_the_letter(game_22()), {"5S 5H 2D 2C 3S 3H 4S", "QS KS AS AH AD KD KC", "6S 6H 7D 7C 8S 8H 9S"});
    game.pass_all();
    CHECK(game.play(0, "5S 5H") == "");
    CHECK(game.play(1, "QS KS") == "");
    CHECK(game.table()["trick"][1]["follows"] == false);
    CHECK(game.play(2, "6S 7D") != "");
    CHECK(game.play(2, "8S 8H") != ""); // a pair follows K-Q only as high as the K
    CHECK(game.play(2, "6S 6H") == ""); // its lowest cards
    CHECK(game.last_seen("trick_won")["seat"] == 1);
}

TEST_CASE("R14: of equally strong cards the later takes the trick", "[rules][twentytwo]") {
    Game game(by_the_letter(game_22()), {"9S 9H 2D 2C 3S 3H 4S", "8D 9D TS TH JS JH QS", "8S 9C KS KH KD AS AH"});
    game.pass_all();
    CHECK(game.play(0, "9S 9H") == "");
    CHECK(game.play(1, "8D 9D") == "");
    CHECK(game.play(2, "8S 9C") == "");
    CHECK(game.last_seen("trick_won")["seat"] == 2);
}

TEST_CASE("R14: with must the lead stays the bar, and the strongest single card wins", "[rules][twentytwo]") {
    Game game(with_must(by_the_letter(game_22())),
              {"8S 8H 2D 2C 3S 3H 4S", "9S 9H 3D 3C 4H 4D 4C", "JS QS KS AS AH TS 9D", "8D 8C JH QH KH TD 9C"});
    game.pass_all();
    CHECK(game.play(0, "8S 8H") == "");
    CHECK(game.play(1, "9S 9H") == "");
    CHECK(game.play(2, "TS 9D") != ""); // the aces follow
    CHECK(game.play(2, "AS AH") == "");
    CHECK(game.play(3, "8D 8C") == ""); // below the aces, not below the lead
    CHECK(game.last_seen("trick_won")["seat"] == 2);

    Game lowest(with_must(by_the_letter(game_22())), {"8S 8H 2D 2C 3S 3H 4S", "9S TS JS QS KS AS 7D"});
    lowest.pass_all();
    CHECK(lowest.play(0, "8S 8H") == "");
    CHECK(lowest.play(1, "7D 9S") == ""); // follows nothing, and has the strongest card
    CHECK(lowest.last_seen("trick_won")["seat"] == 1);
}

TEST_CASE("R14: in 26 a play follows the one right before it place by place, jokers as what they copied",
          "[rules][twentytwo]") {
    Game game(by_the_letter(game_26()),
              {"9S 9H 2D 2C 3S 3H 4S", "5D XX TS TH JS JH QS", "6S 5H 8D 9C KS KH AS", "XX XX XX 2H 3D 4D 4C"});
    game.pass_all();
    CHECK(game.play(0, "9S 9H") == "");
    CHECK(game.play(1, "5D XX") != ""); // neither follows nor lowest: there are enough other cards
    CHECK(game.play(1, "5D TS") == "");
    CHECK(game.legal(2)[1]["cards"]["beats"] == Json({"T", "5"}));
    CHECK(game.play(2, "KS 6S") == "");
    CHECK(game.table()["trick"][2]["follows"] == true);
    CHECK(game.play(3, "2H 3D") == "");
    CHECK(game.last_seen("trick_won")["seat"] == 2);
}

} // namespace tefuda::test
