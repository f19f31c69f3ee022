// Leads, follows and lowest cards.
#include "tests/rules/twentytwo/game.hpp"

namespace tefuda::test {

using twentytwo::Options;

namespace {

/// A lead by seat 0, and the answer of seat 1.
struct Answer {
    char const* description;
    Options options;
    std::string_view leader;
    std::string_view lead;
    std::string_view hand;
    std::string_view cards;
    enum Outcome { refused, lowest, follows } outcome;
};

void check(std::vector<Answer> const& rows) {
    for (auto const& row : rows) {
        INFO(row.description << ": " << row.cards << " on " << row.lead);
        Game game(row.options, {row.leader, row.hand});
        game.pass_all();
        REQUIRE(game.play(0, row.lead) == "");
        auto const refusal = game.play(1, row.cards);
        if (row.outcome == Answer::refused) {
            CHECK(refusal != "");
        } else {
            CHECK(refusal == "");
            CHECK(game.last_seen("played")["follows"] == (row.outcome == Answer::follows));
            CHECK(game.last_seen("trick_won")["seat"] == (row.outcome == Answer::follows ? 1 : 0));
        }
    }
}

} // namespace

TEST_CASE("22: an answer is as many cards of one rank, at least as high, or the lowest cards", "[rules][twentytwo]") {
    auto const leader = "TS TD 2H 2D 2C 3S 3H";
    auto const hand = "AH KH JS JH TH 7S 3D"; // the source's example
    check({{"jacks", game_22(), leader, "TS TD", hand, "JS JH", Answer::follows},
           {"the lowest two", game_22(), leader, "TS TD", hand, "7S 3D", Answer::lowest},
           {"two ranks", game_22(), leader, "TS TD", hand, "AH KH", Answer::refused},
           {"one of the lowest and another", game_22(), leader, "TS TD", hand, "TH 3D", Answer::refused},
           {"too few", game_22(), leader, "TS TD", hand, "AH", Answer::refused},
           {"too many", game_22(), leader, "TS TD", hand, "TH 7S 3D", Answer::refused},
           {"equal rank follows, and the later wins", game_22(), leader, "TS", hand, "TH", Answer::follows},
           {"A is the highest", game_22(), leader, "TS", hand, "AH", Answer::follows},
           {"neither", game_22(), leader, "TS", hand, "7S", Answer::refused},
           {"the lowest of all", game_22(), leader, "TS", hand, "3D", Answer::lowest}});
}

TEST_CASE("lowest cards may be chosen freely among equal ranks", "[rules][twentytwo]") {
    auto const leader = "TS TD TH 2D 2C 3S 3H";
    auto const hand = "AH KH 7S 7D 7C 7H 3D";
    check({{"two sevens", game_22(), leader, "TS TD TH", hand, "3D 7S 7C", Answer::lowest},
           {"the other two", game_22(), leader, "TS TD TH", hand, "3D 7D 7H", Answer::lowest},
           {"not without the three", game_22(), leader, "TS TD TH", hand, "7S 7D 7H", Answer::refused}});
}

TEST_CASE("R5: lowest cards that are high enough follow", "[rules][twentytwo]") {
    check({{"a pair", game_22(), "2S 2H 3S 3H 4S 4H 5S", "2S 2H", "6S 6D 9S TS JS QS KS", "6S 6D", Answer::follows},
           {"26: any", game_26(), "2S 2H 3S 3H 4S 4H 5S", "2S 2H", "6S 8D 9S TS JS QS KS", "6S 8D", Answer::follows}});
}

TEST_CASE("R12: in 22 lowest cards of two ranks never follow", "[rules][twentytwo]") {
    check({{"9-8 on 5-5", game_22(), "5S 5H 3S 3H 4S 4H 2S", "5S 5H", "9S 8D TS JS QS KS AS", "9S 8D", Answer::lowest},
           {"26: they do", game_26(), "5S 5H 3S 3H 4S 4H 2S", "5S 5H", "9S 8D TS JS QS KS AS", "9S 8D",
            Answer::follows}});
}

TEST_CASE("R4: a play that follows sets the new bar, lowest cards do not", "[rules][twentytwo]") {
    Game game(game_22(),
              {"5S 2H 2D 2C 3S 3H 4S", "9S 3D 3C 4H 4D 4C 5H", "8S TS 6H 6D 6C 7S 7H", "7D JS 8H 8D 8C 9H 9D"});
    game.pass_all();
    CHECK(game.play(0, "5S") == "");
    CHECK(game.play(1, "9S") == "");
    CHECK(game.play(2, "8S") != ""); // as high as the lead, not as the 9, and not the lowest
    CHECK(game.play(2, "6H") == "");
    CHECK(game.table()["trick"][2]["follows"] == false);
    CHECK(game.play(3, "8H") != ""); // the bar is still the 9
    CHECK(game.play(3, "JS") == "");
    CHECK(game.last_seen("trick_won")["seat"] == 3);
    CHECK(game.state.turn == Seat(3));
    CHECK(game.table()["tricks"].size() == 1);
    CHECK(game.table()["trick"].empty());
}

TEST_CASE("the later of equal plays wins, and its player leads", "[rules][twentytwo]") {
    Game game(game_22(),
              {"5S 2H 2D 2C 3S 3H 4S", "9S 3D 3C 4H 4D 4C 5H", "9H 6S 6H 6D 6C 7S 7H", "2S 7D 7C 8H 8D 8C 9D"});
    game.pass_all();
    for (auto const& [seat, card] : {std::pair(0, "5S"), {1, "9S"}, {2, "9H"}, {3, "2S"}})
        CHECK(game.play(seat, card) == "");
    CHECK(game.last_seen("trick_won")["seat"] == 2);
    CHECK(game.play(3, "7D") != "");
    CHECK(game.play(2, "6S 6H 6D") == "");
}

TEST_CASE("a lead is one card or several of one rank, and the leader keeps at least one card", "[rules][twentytwo]") {
    Game game(two_packs(), {"2S 2S 2H 2H 2D 2D 2C", "3S 3S 3H 3H 3D 3D 9S"});
    game.pass_all();
    CHECK(game.play(0, "2S 2S 2H 2H 2D 2D 2C") != "");
    CHECK(game.play(0, "") != "");
    CHECK(game.play(0, "3S") != "");
    CHECK(game.play(0, "2C 2C") != "");
    CHECK(game.play(0, "2S 2H", "2") != ""); // no joker that could copy a rank
    CHECK(game.play(0, "2S 2H", "") != "");
    CHECK(game.play(1, "3S") != "");
    CHECK(game.play(0, "2S 2S 2H 2H 2D 2D") == "");
    Game other(game_22(), {"2S 3S 4S 5S 6S 7S 8S", "2H 3H 4H 5H 6H 7H 8H"});
    other.pass_all();
    CHECK(other.play(0, "2S 3S") != "");
}

TEST_CASE("must: a player who can follow the lead must do so, with any set that follows", "[rules][twentytwo]") {
    auto const leader = "8S 8H 2H 2D 2C 3S 3H";
    auto const hand = "AS JS 8D 6S 5S 2S 4D"; // the source's example: 8 is enough, even after a J
    auto const must = with_must(game_22());
    check({{"an 8", must, leader, "8S", hand, "8D", Answer::follows},
           {"a J", must, leader, "8S", hand, "JS", Answer::follows},
           {"not the lowest", must, leader, "8S", hand, "2S", Answer::refused},
           {"no pair: the lowest two", must, leader, "8S 8H", hand, "2S 4D", Answer::lowest},
           {"no pair: no others", must, leader, "8S 8H", hand, "AS JS", Answer::refused},
           {"a pair of a higher rank", must, leader, "8S 8H", "AS JS JD 6S 5S 2S 4D", "JS JD", Answer::follows},
           {"which has to be played", must, leader, "8S 8H", "AS JS JD 6S 5S 2S 4D", "2S 4D", Answer::refused}});
}

TEST_CASE("must: the lead is the bar, the highest play wins, of equal plays the later", "[rules][twentytwo]") {
    Game game(with_must(game_22()),
              {"8S 2H 2D 2C 3S 3H 3D", "JS 2S 3C 4H 4D 4C 5H", "AH JH 8D 6S 5S 4S 5D", "9S 6H 6D 6C 7S 7H 7D"});
    game.pass_all();
    CHECK(game.play(0, "8S") == "");
    CHECK(game.play(1, "JS") == "");
    CHECK(game.play(2, "8D") == ""); // below the J, not below the lead
    CHECK(game.table()["trick"][2]["follows"] == true);
    CHECK(game.play(3, "9S") == "");
    CHECK(game.last_seen("trick_won")["seat"] == 1);
}

TEST_CASE("26: each card of a play that follows is at least as high as the led card in the same position",
          "[rules][twentytwo]") {
    auto const leader = "KS 9S 6S 2H 2D 2C 3S"; // the source's example
    auto const hand = "KH AD 9D TD 7H 6D 5S";
    check({{"K-9-6", game_26(), leader, "KS 9S 6S", hand, "KH 9D 6D", Answer::follows},
           {"A-10-7", game_26(), leader, "KS 9S 6S", hand, "TD 7H AD", Answer::follows},
           {"A-K-10", game_26(), leader, "KS 9S 6S", hand, "AD KH TD", Answer::follows},
           {"the lowest three", game_26(), leader, "KS 9S 6S", hand, "7H 6D 5S", Answer::lowest},
           {"10 is below K", game_26(), leader, "KS 9S 6S", hand, "TD 9D 7H", Answer::refused},
           {"5 is below 6", game_26(), leader, "KS 9S 6S", hand, "AD KH 5S", Answer::refused},
           {"a set is followed by any ranks", game_26(), "8S 8H 2H 2D 2C 3S 3H", "8S 8H", hand, "9D KH",
            Answer::follows}});
}

TEST_CASE("R8: with must, plays of several ranks compare by their first difference", "[rules][twentytwo]") {
    Game game(with_must(game_26()),
              {"9S 5H 2D 2C 3S 3H 4S", "QS 6S 2H 3D 3C 4H 4D", "KS 5S 2S 4C 5D 5C 6H", "KD 5H 6D 6C 7S 7H 7D"});
    game.pass_all();
    CHECK(game.play(0, "9S 5H") == "");
    CHECK(game.play(1, "QS 6S") == "");
    CHECK(game.play(2, "KS 5S") == ""); // K before Q, though 5 is below 6
    CHECK(game.play(3, "KD 5H") == ""); // equal: the later
    CHECK(game.last_seen("trick_won")["seat"] == 3);
}

TEST_CASE("R11: a lead may be all cards except the lowest, unless max_lead forbids it", "[rules][twentytwo]") {
    struct Row {
        int max_lead;
        char const* lead;
        bool legal;
    };
    for (auto const& row : std::vector<Row>{{0, "AS KS QS JS TS 9S", true},
                                            {4, "AS KS QS JS", true},
                                            {4, "AS KS QS JS TS", false},
                                            {3, "AS KS QS", true},
                                            {3, "AS KS QS JS", false},
                                            {2, "AS KS", true},
                                            {2, "AS KS QS", false}}) {
        INFO(row.max_lead << ": " << row.lead);
        Game game(game_26(row.max_lead), {"AS KS QS JS TS 9S 2S", "3H 4H 5H 6H 7H 8H 9H"});
        game.pass_all();
        CHECK((game.play(0, row.lead) == "") == row.legal);
    }
}

TEST_CASE("R11: a lead of one rank has no limit, its jokers included", "[rules][twentytwo]") {
    Game game(game_26(2), {"8S 8H 8D XX XX 9S 2S", "3H 4H 5H 6H 7H 8H 9H"});
    game.pass_all();
    CHECK(game.play(0, "8S 9S XX") != "");
    CHECK(game.play(0, "8S 8H 8D XX XX") == "");
}

} // namespace tefuda::test
