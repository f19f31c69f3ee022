#include "tests/rules/ttpageone/game.hpp"

using namespace tefuda;
using namespace tefuda::ttpageone;
using namespace tefuda::ttpageone::test;

TEST_CASE("a card matches a table by rank, by suit, or as a joker", "[rules][ttpageone]") {
    Game game({.hands = {"4H 2S 3C XX JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    CHECK(game.refusal(0, play(0, "4H")).empty());
    Game other({.hands = {"4H 2S 3C XX JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    CHECK_FALSE(other.refusal(0, play(1, "4H")).empty());
    CHECK_FALSE(other.refusal(0, play(0, "3C")).empty());
    CHECK_FALSE(other.refusal(0, play(1, "3C")).empty());
    other.act(0, play(0, "2S"));
    CHECK(other.top(0) == "2S S 2");
    CHECK(other.turn() == 1);
    CHECK(other.table()["tables"][0]["under"] == 1);
    CHECK(other.seen() == Json::parse(R"([{"type":"played","seat":0,"table":0,"cards":["2S"],"secret":false},
                                          {"type":"turn_began","seat":1}])"));
}

TEST_CASE("malformed plays are refused and change nothing", "[rules][ttpageone]") {
    Game game({.hands = {"4H 4D 2S 3C XX JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    CHECK_FALSE(game.refusal(0, play(0, "")).empty());
    CHECK_FALSE(game.refusal(0, play(2, "2S")).empty());
    CHECK_FALSE(game.refusal(0, play(-1, "2S")).empty());
    CHECK_FALSE(game.refusal(0, play(0, "6S")).empty());
    CHECK_FALSE(game.refusal(0, play(0, "4H 4H")).empty());
    CHECK_FALSE(game.refusal(0, play(0, "XX")).empty());
    CHECK_FALSE(game.refusal(0, play(0, "XX XX")).empty());
    CHECK_FALSE(game.refusal(0, play(0, "4H XX")).empty());
    CHECK_FALSE(game.refusal(0, Play{0, parse_cards("2S"), Suit::hearts, std::nullopt}).empty());
    CHECK_FALSE(game.refusal(0, Play{0, parse_cards("2S"), std::nullopt, false}).empty());
    CHECK_FALSE(game.refusal(0, last_one(play(0, "2S"))).empty());
    CHECK_FALSE(game.refusal(1, play(1, "3H")).empty());
    CHECK_FALSE(game.refusal(0, NameSuit{Suit::hearts}).empty());
    CHECK_FALSE(game.refusal(0, ChoosePrivilege{Privilege::wild}).empty());
    CHECK_FALSE(game.refusal(0, challenge(0)).empty());
    CHECK_FALSE(game.refusal(0, challenge(1)).empty());
    CHECK_FALSE(game.refusal(0, challenge(9)).empty());
    CHECK_FALSE(game.refusal(0, DeclareLastOne{}).empty());
    CHECK_FALSE(game.refusal(5, Draw{}).empty());
}

TEST_CASE("a player with an open card that matches must play", "[rules][ttpageone]") {
    Game game({.hands = {"2S JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    CHECK_FALSE(game.refusal(0, Draw{}).empty());
    CHECK_FALSE(game.refusal(0, Pass{}).empty());
    CHECK(game.legal(0) == Json::parse(R"([{"type":"play","table":0,"cards":["2S"]}])"));
    CHECK(game.legal(1) == Json::parse(R"([{"type":"hide","card":"2H"},{"type":"hide","card":"3H"},
                                           {"type":"hide","card":"6H"}])"));
    CHECK(game.legal(2).empty());
}

TEST_CASE("a player without a match draws open cards until one matches", "[rules][ttpageone]") {
    Game game({.hands = {"3C JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "QC KC TD"});
    CHECK(game.legal(0) == Json::parse(R"([{"type":"draw"}])"));
    game.act(0, Draw{});
    CHECK(game.seen() == Json::parse(R"([{"type":"drawn","seat":0,"card":"QC","face_down":false}])"));
    CHECK(game.hand(0) == Json{"JH", "3C", "JC", "QC"});
    CHECK(game.table()["drawn"] == true);
    CHECK(game.turn() == 0);
    game.act(0, Draw{}).act(0, Draw{});
    CHECK_FALSE(game.refusal(0, Draw{}).empty());
    CHECK(game.legal(0) == Json::parse(R"([{"type":"play","table":1,"cards":["TD"]}])"));
    game.act(0, play(1, "TD"));
    CHECK(game.table()["drawn"] == false);
    CHECK(game.turn() == 1);
}

TEST_CASE("several cards may be played together if all have the rank of the top, the last one is the new top",
          "[rules][ttpageone]") {
    Game game({.hands = {"4H 4D 4C 2S 3C JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    CHECK_FALSE(game.refusal(0, play(0, "4H 2S")).empty());
    CHECK_FALSE(game.refusal(0, play(1, "4D 4H")).empty());
    CHECK(game.legal(0) == Json::parse(R"([{"type":"play","table":0,"cards":["2S"]},
                          {"type":"play","table":0,"cards":{"choose":[1,3],"from":["4H","4D","4C"]}},
                          {"type":"play","table":1,"cards":["4D"]}])"));
    game.act(0, play(0, "4C 4H 4D"));
    CHECK(game.top(0) == "4D D 4");
    CHECK(game.table()["tables"][0]["under"] == 3);
    CHECK(game.event("played")["cards"] == Json{"4C", "4H", "4D"});
}

TEST_CASE("several cards of one suit, or on a table without a rank, may not be played together", "[rules][ttpageone]") {
    Game game({.hands = {"2S 3S 6C", "2H 3H 6H", "2D 3D 6D", "2C 9C TC"}, .tables = "4S XX"});
    game.state.piles[1].suit = Suit::spades;
    CHECK_FALSE(game.refusal(0, play(0, "2S 3S")).empty());
    CHECK_FALSE(game.refusal(0, play(1, "2S 3S")).empty());
    CHECK(game.legal(0) == Json::parse(R"([{"type":"play","table":0,"cards":{"choose":1,"from":["2S","3S"]}},
                                           {"type":"play","table":1,"cards":{"choose":1,"from":["2S","3S"]}}])"));
}

TEST_CASE("a joker may be played on any table and needs a suit, there is a template for each", "[rules][ttpageone]") {
    Game game({.hands = {"XX 3C JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    CHECK_FALSE(game.refusal(0, Draw{}).empty());
    auto const legal = game.legal(0);
    REQUIRE(legal.size() == 8);
    CHECK(legal[0] == Json::parse(R"({"type":"play","table":0,"cards":["XX"],"suit":"S"})"));
    CHECK(legal[7] == Json::parse(R"({"type":"play","table":1,"cards":["XX"],"suit":"C"})"));
    game.act(0, joker(1, Suit::clubs));
    CHECK(game.top(1) == "XX C -");
    CHECK(game.event("played")["suit"] == "C");
    CHECK(game.turn() == 1);
}

TEST_CASE("the pass privilege spares its holder the rest of one turn, once in a game", "[rules][ttpageone]") {
    Game game({.hands = {"3C JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "3S JS", .turn = 3});
    CHECK(game.legal(3) == Json::parse(R"([{"type":"draw"},{"type":"pass"}])"));
    auto const stock_before = game.table()["stock"].get<int>();
    SECTION("with or without a match") {
        game.act(3, Pass{});
        CHECK(game.seen() == Json::parse(R"([{"type":"passed","seat":3},{"type":"turn_began","seat":0}])"));
        CHECK(game.table()["pass_used"] == true);
        CHECK(game.turn() == 0);
        game.state.turn = Seat(3);
        CHECK_FALSE(game.refusal(3, Pass{}).empty());
        CHECK(game.legal(3) == Json::parse(R"([{"type":"draw"}])"));
    }
    SECTION("also after drawing, even a card that matches, which stays in the hand") {
        game.act(3, Draw{});
        CHECK(game.legal(3) == Json::parse(R"([{"type":"play","table":0,"cards":["3S"]},{"type":"pass"}])"));
        game.act(3, Pass{});
        CHECK(game.seen() == Json::parse(R"([{"type":"passed","seat":3},{"type":"turn_began","seat":0}])"));
        CHECK(game.hand(3) == Json{"3S", "2C", "6C", "TC"});
        CHECK(game.table()["stock"] == stock_before - 1);
        CHECK(game.table()["drawn"] == false);
        CHECK(game.state.turns_ended == 1);
    }
}

TEST_CASE("the holder of pass may pass even with a match, and nobody else may pass", "[rules][ttpageone]") {
    Game game({.hands = {"2S JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TS"}, .turn = 3});
    CHECK(game.legal(3) == Json::parse(R"([{"type":"play","table":0,"cards":["TS"]},{"type":"pass"}])"));
    game.act(3, Pass{});
    CHECK_FALSE(game.refusal(0, Pass{}).empty());
}

TEST_CASE("an empty stock is rebuilt from the cards under the tops, which are sorted and then shuffled",
          "[rules][ttpageone]") {
    Game game({.hands = {"3C JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .stock_ends = true});
    game.chance.shuffles("KC 9S");
    auto const under = game.table()["tables"][0]["under"].get<int>();
    CHECK(under == 40);
    game.act(0, Draw{});
    CHECK(game.seen() == Json::parse(R"([{"type":"reshuffled","stock":40},
                                         {"type":"drawn","seat":0,"card":"KC","face_down":false}])"));
    CHECK(game.table()["stock"] == 39);
    CHECK(game.table()["tables"][0]["under"] == 0);
    CHECK(game.top(0) == "4S S 4");
    CHECK(game.state.stock[0] == parse_cards("9S")[0]);
    CHECK(game.state.stock[1] == parse_cards("AS")[0]);
}

TEST_CASE("the last card of the stock can be drawn without a reshuffle", "[rules][ttpageone]") {
    Game game({.hands = {"3C JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "QC", .stock_ends = true});
    game.act(0, Draw{});
    CHECK(game.table()["stock"] == 0);
    CHECK(game.count_events("reshuffled") == 0);
}

TEST_CASE("a single card under the tops becomes the stock without a shuffle", "[rules][ttpageone]") {
    Game game({.hands = {"3C JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    game.state.stock.clear();
    game.state.piles[1].under = parse_cards("QC");
    game.act(0, Draw{});
    CHECK(game.event("reshuffled")["stock"] == 1);
    CHECK(game.hand(0).size() == 4);
}

TEST_CASE("if there is no card to draw the player is stuck, and the turn passes (R3)", "[rules][ttpageone]") {
    Game game({.hands = {"3C JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    game.state.stock.clear();
    game.act(0, Draw{});
    CHECK(game.seen() == Json::parse(R"([{"type":"stuck","seat":0},{"type":"turn_began","seat":1}])"));
    CHECK(game.state.turns_ended == 1);
    CHECK(game.turn() == 1);
}

TEST_CASE("where there is no card to draw the holder of pass may pass instead (R3)", "[rules][ttpageone]") {
    Game game({.hands = {"3C JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .turn = 3});
    game.state.stock = parse_cards("QC");
    game.act(3, Draw{});
    CHECK(game.legal(3) == Json::parse(R"([{"type":"draw"},{"type":"pass"}])"));
    game.act(3, Pass{});
    CHECK(game.count_events("stuck") == 0);
    CHECK(game.turn() == 0);
}

TEST_CASE("drawn is reset after a player who has drawn gets stuck", "[rules][ttpageone]") {
    Game game({.hands = {"3C JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    game.state.stock = parse_cards("QC");
    game.act(0, Draw{}).act(0, Draw{});
    CHECK(game.turn() == 1);
    CHECK(game.table()["drawn"] == false);
}
