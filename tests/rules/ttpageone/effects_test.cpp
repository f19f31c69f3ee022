#include "tests/rules/ttpageone/game.hpp"

using namespace tefuda;
using namespace tefuda::ttpageone;
using namespace tefuda::ttpageone::test;

TEST_CASE("n fives skip the next n players, counting the player itself", "[rules][ttpageone]") {
    struct Row {
        std::string_view fives;
        int direction;
        Json skipped;
        int next;
    };
    for (auto const& [fives, direction, skipped, next] :
         {Row{"5H", 1, {1}, 2}, Row{"5H 5D", 1, {1, 2}, 0}, Row{"5H 5D 5C", 1, {1, 2, 0}, 1}, Row{"5H", -1, {2}, 1},
          Row{"5H 5D 5C", -1, {2, 1, 0}, 2}}) {
        Game game({.hands = {"5H 5D 5C JC JH QC", "2H 3H 6H", "2D 3D 6D"}, .tables = "5S 8D"});
        game.state.direction = direction;
        game.act(0, play(0, fives));
        CHECK(game.event("skipped") == Json{{"type", "skipped"}, {"seat", 0}, {"skipped", skipped}});
        CHECK(game.turn() == next);
        CHECK(game.state.turns_ended == 1);
    }
}

TEST_CASE("a player who is out is not counted by a five", "[rules][ttpageone]") {
    Game game({.hands = {"5S JC JH QC", "2H", "2D 3D 6D", "2C 3C 6C"}});
    game.state.last_one[Seat(1)] = Declaration::undeclared;
    game.act(2, challenge(1)).act(0, play(0, "5S"));
    CHECK(game.event("skipped")["skipped"] == Json{2});
    CHECK(game.turn() == 3);
}

TEST_CASE("with two players left a five gives the turn back to its player", "[rules][ttpageone]") {
    Game game({.hands = {"5S 5C JH QC", "2H", "2D 3D 6D"}});
    game.state.last_one[Seat(1)] = Declaration::undeclared;
    game.act(2, challenge(1)).act(0, play(0, "5S"));
    CHECK(game.turn() == 0);
}

TEST_CASE("n sevens make every other player draw n cards, in turn order", "[rules][ttpageone]") {
    Game game(
        {.hands = {"7H 7D JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .tables = "7S 8D", .stock = "AC AD AH QC QD QH"});
    game.state.privileges.secret.reset();
    SECTION("clockwise") {
        game.act(0, play(0, "7H 7D"));
        CHECK(game.hand(1) == Json{"2H", "3H", "6H", "AD", "AC"});
        CHECK(game.hand(2) == Json{"AH", "2D", "3D", "6D", "QC"});
        CHECK(game.hand(3) == Json{"QH", "QD", "2C", "6C", "TC"});
    }
    SECTION("counter-clockwise") {
        game.state.direction = -1;
        game.act(0, play(0, "7H 7D"));
        CHECK(game.hand(3) == Json{"AD", "AC", "2C", "6C", "TC"});
        CHECK(game.hand(1) == Json{"2H", "3H", "6H", "QH", "QD"});
    }
    CHECK(game.hand(0) == Json{"JC"});
    CHECK(game.count_events("drawn") == 6);
    CHECK(game.phase() == "play");
    CHECK(game.state.turns_ended == 1);
}

TEST_CASE("a player draws no card for a seven if none is left", "[rules][ttpageone]") {
    Game game({.hands = {"7S 3C JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    game.state.stock = parse_cards("QC");
    game.act(0, play(0, "7S"));
    // The card covered by the seven is the only one left for the second player.
    CHECK(game.hand(1, Seat(1)).size() == 4);
    CHECK(game.hand(2) == Json{"4S", "2D", "3D", "6D"});
    CHECK(game.hand(3).size() == 3);
    CHECK(game.phase() == "rehide");
}

TEST_CASE("each nine reverses the direction once", "[rules][ttpageone]") {
    struct Row {
        std::string_view nines;
        int direction, next;
    };
    for (auto const& [nines, direction, next] : {Row{"9H", -1, 3}, Row{"9H 9D", 1, 1}, Row{"9H 9D 9C", -1, 3}}) {
        Game game({.hands = {"9H 9D 9C JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .tables = "9S 8D"});
        game.act(0, play(0, nines));
        CHECK(game.table()["direction"] == direction);
        CHECK(game.turn() == next);
        CHECK(game.event("reversed")["direction"] == direction);
    }
}

TEST_CASE("a K turns up the top of the stock onto its table", "[rules][ttpageone]") {
    Game game({.hands = {"KS JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "QH"});
    game.act(0, play(0, "KS"));
    CHECK(game.top(0) == "QH H Q");
    CHECK(game.table()["tables"][0]["under"] == 2);
    CHECK(game.seen() == Json::parse(R"([{"type":"played","seat":0,"table":0,"cards":["KS"],"secret":false},
        {"type":"turned","seat":0,"table":0,"card":"QH"},{"type":"turn_began","seat":1}])"));
}

TEST_CASE("n Ks turn up n cards, and only the last of them has its effect, as a single card", "[rules][ttpageone]") {
    Game game({.hands = {"KS KH JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .tables = "KD 8D", .stock = "7C 5H"});
    game.act(0, play(0, "KS KH"));
    CHECK(game.top(0) == "5H H 5");
    CHECK(game.table()["tables"][0]["under"] == 4);
    CHECK(game.count_events("drawn") == 0);
    CHECK(game.event("skipped")["skipped"] == Json{1});
    CHECK(game.turn() == 2);
}

TEST_CASE("a joker or a K that is turned up and covered again has no effect", "[rules][ttpageone]") {
    Game game({.hands = {"KS KH JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .tables = "KD 8D"});
    SECTION("a joker") {
        game.state.stock.insert(game.state.stock.begin(), Card::joker());
    }
    SECTION("a K") {
        auto const king = parse_cards("KC").front();
        remove(game.state.stock, king);
        game.state.stock.insert(game.state.stock.begin(), king);
    }
    remove(game.state.stock, parse_cards("TH").front());
    game.state.stock.insert(game.state.stock.begin() + 1, parse_cards("TH").front());
    game.act(0, play(0, "KS KH"));
    CHECK(game.top(0) == "TH H T");
    CHECK(game.count_events("turned") == 2);
    CHECK(game.turn() == 1);
}

TEST_CASE("a seven turned up by a K makes everybody draw one card, the player of the K last", "[rules][ttpageone]") {
    Game game({.hands = {"KS JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "7C AC AD AH AS"});
    game.state.privileges.secret.reset();
    game.act(0, play(0, "KS"));
    CHECK(game.hand(1) == Json{"2H", "3H", "6H", "AC"});
    CHECK(game.hand(2) == Json{"AD", "2D", "3D", "6D"});
    CHECK(game.hand(3) == Json{"AH", "2C", "6C", "TC"});
    CHECK(game.hand(0) == Json{"AS", "JH", "JC"});
    CHECK(game.turn() == 1);
}

TEST_CASE("a nine turned up by a K reverses the direction once", "[rules][ttpageone]") {
    Game game({.hands = {"KS JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "9C"});
    game.act(0, play(0, "KS"));
    CHECK(game.turn() == 3);
}

TEST_CASE("an A turned up by a K dominates the other table", "[rules][ttpageone]") {
    Game game({.hands = {"KD JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "AC"});
    game.act(0, play(1, "KD"));
    CHECK(game.top(0) == "4S C 4");
    CHECK(game.top(1) == "AC C A");
}

TEST_CASE("a K turned up by a K turns up another card, and so on", "[rules][ttpageone]") {
    Game game({.hands = {"KS JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "KH KD 5C"});
    game.act(0, play(0, "KS"));
    CHECK(game.top(0) == "5C C 5");
    CHECK(game.count_events("turned") == 3);
    CHECK(game.turn() == 2);
}

TEST_CASE("a K that already turned up cards in this play has no effect if it comes up again", "[rules][ttpageone]") {
    Game game({.hands = {"KS JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    SECTION("the one that was played") {
        game.state.stock = parse_cards("KH");
        game.chance.shuffles("KS");
        game.act(0, play(0, "KS"));
        CHECK(game.top(0) == "KS S K");
        CHECK(game.count_events("turned") == 2);
    }
    SECTION("one that was turned") {
        game.state.stock = parse_cards("KH KD");
        game.chance.shuffles("KH");
        game.act(0, play(0, "KS"));
        CHECK(game.top(0) == "KH H K");
        CHECK(game.count_events("turned") == 3);
    }
    CHECK(game.phase() == "play");
    CHECK(game.turn() == 1);
}

TEST_CASE("a K always finds a card to turn up, at least the one that it covers", "[rules][ttpageone]") {
    Game game({.hands = {"KS JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .tables = "KD 8D"});
    game.state.stock.clear();
    game.act(0, play(0, "KS"));
    // KD comes up. It has not turned up a card in this play, so it turns up KS, which has.
    CHECK(game.top(0) == "KS S K");
    CHECK(game.count_events("reshuffled") == 2);
    CHECK(game.count_events("turned") == 2);
    CHECK(game.turn() == 1);
}

TEST_CASE("for a joker turned up by a K the player names the suit", "[rules][ttpageone]") {
    Game game({.hands = {"KS JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "XX"});
    game.act(0, play(0, "KS"));
    CHECK(game.phase() == "name_suit");
    CHECK(game.top(0) == "XX - -");
    CHECK(game.turn() == 0);
    CHECK(game.view()["to_act"] == Json{0});
    CHECK(game.legal(0) == Json::parse(R"([{"type":"name_suit","suit":"S"},{"type":"name_suit","suit":"H"},
                                           {"type":"name_suit","suit":"D"},{"type":"name_suit","suit":"C"}])"));
    CHECK_FALSE(game.refusal(0, Draw{}).empty());
    CHECK_FALSE(game.refusal(1, NameSuit{Suit::hearts}).empty());
    CHECK(game.state.turns_ended == 0);
    game.act(0, NameSuit{Suit::diamonds});
    CHECK(game.seen() == Json::parse(R"([{"type":"suit_named","seat":0,"table":0,"suit":"D"},
                                         {"type":"turn_began","seat":1}])"));
    CHECK(game.top(0) == "XX D -");
    CHECK(game.turn() == 1);
    CHECK_FALSE(game.refusal(1, NameSuit{Suit::hearts}).empty());
}

TEST_CASE("an A gives its suit to the other table, whose rank stays: 4S next to AH counts as 4H",
          "[rules][ttpageone]") {
    Game game({.hands = {"AD JC JH", "2H 3H 4C", "3S 6S 3D", "2C 6C TC"}});
    game.act(0, play(1, "AD"));
    CHECK(game.top(0) == "4S D 4");
    CHECK(game.top(1) == "AD D A");
    CHECK(game.event("dominated") == Json{{"type", "dominated"}, {"seat", 0}, {"table", 0}, {"suit", "D"}});
    CHECK(game.legal(1)[0] == Json::parse(R"({"type":"play","table":0,"cards":["4C"]})"));
    game.act(1, play(0, "4C"));
    CHECK(game.top(0) == "4C C 4");
}

TEST_CASE("of several As the last one in the play counts", "[rules][ttpageone]") {
    Game game({.hands = {"AD AC JH", "2H 3H 4C", "3S 6S 3D", "2C 6C TC"}, .tables = "4S AS"});
    game.act(0, play(1, "AD AC"));
    CHECK(game.top(0) == "4S C 4");
    CHECK(game.top(1) == "AC C A");
}

TEST_CASE("an A's suit lasts until that table is covered, whether the A is covered or not (R12)",
          "[rules][ttpageone]") {
    Game game({.hands = {"AD JC JH", "TD 3H QC", "3S JS 3D", "2C 6C TC"}, .stock = "QS"});
    game.act(0, play(1, "AD")).act(1, play(1, "TD"));
    CHECK(game.top(0) == "4S D 4");
    game.act(2, play(0, "3D"));
    CHECK(game.top(0) == "3D D 3");
}

TEST_CASE("a newer A overrides an older A and the suit of a joker, a new top shows its own suit (R5)",
          "[rules][ttpageone]") {
    Game game({.hands = {"AD JC JH", "AC XX QC", "AS JS 3D", "2C 6C TC"}, .tables = "4S AH"});
    game.act(0, play(1, "AD")).act(1, play(1, "AC"));
    CHECK(game.top(0) == "4S C 4");
    game.state.turn = Seat(1);
    game.act(1, joker(0, Suit::hearts));
    CHECK(game.top(0) == "XX H -");
    game.act(2, play(1, "AS"));
    CHECK(game.top(0) == "XX S -");
    CHECK(game.top(1) == "AS S A");
}

TEST_CASE("a joker on a dominated table has the suit that its player names", "[rules][ttpageone]") {
    Game game({.hands = {"AD JC JH", "XX 2H QC", "3S JS 3D", "2C 6C TC"}});
    game.act(0, play(1, "AD")).act(1, joker(0, Suit::clubs));
    CHECK(game.top(0) == "XX C -");
}
