#include "tests/rules/ttpageone/game.hpp"

using namespace tefuda;
using namespace tefuda::ttpageone;
using namespace tefuda::ttpageone::test;

TEST_CASE("a player without cards wins at once, and the last play has no effect (R4)", "[rules][ttpageone]") {
    for (std::string_view const card : {"5S", "7S", "9S", "KS", "AS"}) {
        Game game({.hands = {card, "2H 3H 6H JH", "2D 3D", "2C 6C TC"}});
        game.act(0, play(0, card));
        CHECK(game.phase() == "over");
        CHECK(game.table()["direction"] == 1);
        CHECK(game.top(1) == "8D D 8");
        CHECK(game.count_events("turned") == 0);
        CHECK(game.hand(1).size() == 4);
    }
}

TEST_CASE("the winner scores a point per card left in the opponents' hands, the others rank by cards left",
          "[rules][ttpageone]") {
    Game game({.hands = {"2S", "2H 3H 6H JH", "2D 3D", "2C 6C"}, .secret = "3H"});
    game.act(0, play(0, "2S"));
    CHECK(game.view()["result"] ==
          Json::parse(R"({"winners":[0],"ranks":[1,4,2,2],"scores":[8,0,0,0],"reason":"went_out"})"));
    CHECK(game.view()["scores"] == Json{8, 0, 0, 0});
    CHECK(game.table()["results"] == Json::parse("[[8,0,0,0]]"));
    CHECK(game.table()["turn"] == 0);
    CHECK(game.view()["to_act"].empty());
    CHECK(game.legal(1).empty());
    CHECK_FALSE(game.refusal(1, Draw{}).empty());
    CHECK(game.event("game_ended") ==
          Json::parse(R"({"type":"game_ended","game":1,"winners":[0],"reason":"went_out","points":[8,0,0,0]})"));
    CHECK(game.event("match_ended")["result"] == game.view()["result"]);
    // A card that is hidden at the end stays hidden.
    CHECK(game.hand(1) == Json{"2H", "6H", "JH", nullptr});
}

TEST_CASE("cards given up by disqualified players score too, these players share the last rank", "[rules][ttpageone]") {
    Game game({.hands = {"2S 3S", "2H 3H 6H JH", "2D", "2C"}});
    game.state.last_one[Seat(2)] = Declaration::undeclared;
    game.state.last_one[Seat(3)] = Declaration::undeclared;
    game.act(0, challenge(2)).act(1, challenge(3));
    CHECK(game.table()["out"] == Json{2, 3});
    game.act(0, last_one(play(0, "2S")));
    game.state.turn = Seat(0);
    game.act(0, play(0, "3S"));
    CHECK(game.view()["result"] ==
          Json::parse(R"({"winners":[0],"ranks":[1,2,3,3],"scores":[6,0,0,0],"reason":"went_out"})"));
}

TEST_CASE("the only player left wins", "[rules][ttpageone]") {
    Game game({.hands = {"2S 3S", "2H", "2D", "2C"}, .turn = 3});
    for (int seat = 1; seat < 4; ++seat) game.state.last_one[Seat(seat)] = Declaration::undeclared;
    game.act(0, challenge(1)).act(0, challenge(2)).act(0, challenge(3));
    CHECK(game.view()["result"] ==
          Json::parse(R"({"winners":[0],"ranks":[1,2,2,2],"scores":[3,0,0,0],"reason":"disqualified"})"));
    CHECK(game.table()["turn"] == 3);
}

TEST_CASE("the last card of a player disqualified by R7 counts for nobody", "[rules][ttpageone]") {
    Game game({.hands = {"2S", "2H 3H", "JH"}});
    game.state.last_one[Seat(0)] = Declaration::undeclared;
    game.state.last_one[Seat(2)] = Declaration::undeclared;
    game.act(1, challenge(2)).act(0, play(0, "2S"));
    CHECK(game.view()["result"] ==
          Json::parse(R"({"winners":[1],"ranks":[2,1,2],"scores":[0,1,0],"reason":"disqualified"})"));
    CHECK(game.top(0) == "2S S 2");
}

TEST_CASE("a joker without a suit gets the suit of its K before the game ends by disqualification",
          "[rules][ttpageone]") {
    Game game({.hands = {"KS JC", "2H", "2D 3D"}, .stock = "XX"});
    game.state.last_one[Seat(1)] = Declaration::undeclared;
    game.act(2, challenge(1)).act(0, play(0, "KS")).act(2, challenge(0));
    CHECK(game.phase() == "over");
    CHECK(game.top(0) == "XX S -");
    CHECK(game.view()["result"]["winners"] == Json{2});
}

TEST_CASE("the game can end while a hide is due", "[rules][ttpageone]") {
    Game game({.hands = {"7S JC", "2H 3H", "2D"}, .stock = "AC AD", .secret = "2H"});
    game.state.last_one[Seat(2)] = Declaration::undeclared;
    game.act(1, challenge(2)).act(0, play(0, "7S"));
    REQUIRE(game.phase() == "rehide");
    game.act(1, challenge(0));
    CHECK(game.phase() == "over");
    CHECK(game.view()["result"]["winners"] == Json{1});
    CHECK(game.hand(1) == Json{"3H", nullptr, nullptr});
}

TEST_CASE("the first player to go out wins for the team and scores the cards of the other teams",
          "[rules][ttpageone]") {
    Game game({.hands = {"2S", "2H 3H 6H JH", "2D 3D 6D", "2C 6C"}, .teams = 2});
    game.act(0, play(0, "2S"));
    CHECK(game.view()["result"] == Json::parse(R"({"winners":[0,2],"ranks":[1,3,1,3],"scores":[6,0,6,0],
                                                   "reason":"went_out","team":[0,1,0,1]})"));
    CHECK(game.table()["results"] == Json::parse("[[6,0,6,0]]"));
}

TEST_CASE("the other teams rank by the sum of their cards, including those given up", "[rules][ttpageone]") {
    // Teams 0 and 3, 1 and 4, 2 and 5.
    Game game({.hands = {"2S", "2H", "2D 3D 6D", "2C 6C", "3H 6H JH", "3C"}, .teams = 3});
    game.state.last_one[Seat(1)] = Declaration::undeclared;
    SECTION("4 and 4") {
        game.act(2, challenge(1)).act(0, play(0, "2S"));
        CHECK(game.view()["result"] == Json::parse(R"({"winners":[0,3],"ranks":[1,3,3,1,3,3],
                                                       "scores":[8,0,0,8,0,0],"reason":"went_out",
                                                       "team":[0,1,2,0,1,2]})"));
    }
    SECTION("4 and 3") {
        game.state.hands[Seat(2)].pop_back();
        game.act(2, challenge(1)).act(0, play(0, "2S"));
        CHECK(game.view()["result"]["ranks"] == Json{1, 5, 3, 1, 5, 3});
    }
    SECTION("a whole team is out: it still ranks by its sum") {
        game.state.last_one[Seat(4)] = Declaration::undeclared;
        game.act(2, challenge(1)).act(2, challenge(4)).act(0, play(0, "2S"));
        CHECK(game.view()["result"]["ranks"] == Json{1, 3, 3, 1, 3, 3});
    }
}

TEST_CASE("a disqualified team mate of the winner wins too, and its cards count for nobody", "[rules][ttpageone]") {
    Game game({.hands = {"2S", "2H 3H", "2D", "2C 6C"}, .teams = 2});
    game.state.last_one[Seat(2)] = Declaration::undeclared;
    game.act(1, challenge(2)).act(0, play(0, "2S"));
    CHECK(game.view()["result"] == Json::parse(R"({"winners":[0,2],"ranks":[1,3,1,3],"scores":[4,0,4,0],
                                                   "reason":"went_out","team":[0,1,0,1]})"));
}

TEST_CASE("the only team left wins", "[rules][ttpageone]") {
    Game game({.hands = {"2S 3S", "2H", "2D 3D", "2C"}, .teams = 2});
    game.state.last_one[Seat(1)] = Declaration::undeclared;
    game.state.last_one[Seat(3)] = Declaration::undeclared;
    game.act(0, challenge(1));
    CHECK(game.phase() == "play");
    game.act(1 + 1, challenge(3));
    CHECK(game.view()["result"] == Json::parse(R"({"winners":[0,2],"ranks":[1,3,1,3],"scores":[2,0,2,0],
                                                   "reason":"disqualified","team":[0,1,0,1]})"));
}

TEST_CASE("after 500 ended turns the side with the fewest cards wins, and nobody scores (R10)", "[rules][ttpageone]") {
    Game game({.hands = {"2S 3S JC", "2H 3H 6H JH", "2D 3D", "2C 6C"}});
    game.state.turns_ended = 498;
    game.act(0, play(0, "2S"));
    CHECK(game.phase() == "play");
    game.act(1, play(0, "2H"));
    CHECK(game.view()["result"] ==
          Json::parse(R"({"winners":[0,2,3],"ranks":[1,4,1,1],"scores":[0,0,0,0],"reason":"limit"})"));
    CHECK(game.turn() == 1);
}

TEST_CASE("at the limit a disqualified player does not win, even with the fewest cards", "[rules][ttpageone]") {
    Game game({.hands = {"2S 3S JC", "2H 3H 6H JH", "2D", "2C 6C"}});
    game.state.last_one[Seat(2)] = Declaration::undeclared;
    game.act(0, challenge(2));
    game.state.turns_ended = 499;
    game.act(0, play(0, "2S"));
    CHECK(game.view()["result"]["ranks"] == Json{1, 3, 4, 1});
}

TEST_CASE("at the limit cards given up count for a team", "[rules][ttpageone]") {
    // 0 and 2: 3 + 1 given up; 1 and 3: 3.
    Game game({.hands = {"2S 3S JC JH", "2H", "2D", "2C 6C"}, .teams = 2});
    game.state.last_one[Seat(2)] = Declaration::undeclared;
    game.act(0, challenge(2));
    game.state.turns_ended = 499;
    game.act(0, play(0, "2S"));
    CHECK(game.view()["result"] ==
          Json::parse(R"({"winners":[1,3],"ranks":[3,1,3,1],"scores":[0,0,0,0],"reason":"limit","team":[0,1,0,1]})"));
}

TEST_CASE("a skipped player has no turn, a play and a pass each end one turn", "[rules][ttpageone]") {
    Game game({.hands = {"5S 3S JC", "2H 3H 6H JH", "2D 3D 6D", "2C 6C 9C"}});
    game.act(0, play(0, "5S"));
    CHECK(game.state.turns_ended == 1);
    game.state.turn = Seat(3);
    game.act(3, Pass{});
    CHECK(game.state.turns_ended == 2);
}

TEST_CASE("a player who goes out in the last turn before the limit wins", "[rules][ttpageone]") {
    Game game({.hands = {"2S", "2H 3H", "2D 3D", "2C 6C"}});
    game.state.turns_ended = 499;
    game.act(0, play(0, "2S"));
    CHECK(game.view()["result"]["reason"] == "went_out");
}

TEST_CASE("the next game begins in the same action and resets everything except the points", "[rules][ttpageone]") {
    Game game({.hands = {"2S", "2H 3H 6H JH", "2D 3D", "2C 6C"}, .games = 2});
    game.state.direction = -1;
    game.chance.shuffles("").orders({2, 3, 0, 1});
    game.act(0, play(0, "2S"));
    CHECK(game.chance.used_up());
    CHECK(game.phase() == "privileges");
    CHECK(game.view()["scores"] == Json{8, 0, 0, 0});
    CHECK(game.view()["result"].is_null());
    CHECK(game.table() ==
          Json::parse(R"({"game":2,"priority":[2,3,0,1],"privileges":{},"pass_used":false,"tables":[],"stock":25,
                          "direction":1,"turn":null,"drawn":false,"last_one":[null,null,null,null],"out":[],
                          "results":[[8,0,0,0]]})"));
    CHECK(game.event("dealt")["game"] == 2);
    CHECK(game.event("match_ended").is_null());
    CHECK(game.view()["to_act"] == Json{2});
}

TEST_CASE("after the last game the most points win, and equal points share the win", "[rules][ttpageone]") {
    Game game({.hands = {"2S", "2H 3H 6H JH", "2D 3D", "2C 6C"}, .games = 2});
    game.state.game = 2;
    SECTION("the winner of the last game has less") {
        game.state.scores = {Points(1), Points(20), Points(0), Points(9)};
        game.act(0, play(0, "2S"));
        CHECK(game.view()["result"] ==
              Json::parse(R"({"winners":[1],"ranks":[2,1,4,2],"scores":[9,20,0,9],"reason":"points"})"));
    }
    SECTION("shared") {
        game.state.scores = {Points(0), Points(8), Points(0), Points(0)};
        game.act(0, play(0, "2S"));
        CHECK(game.view()["result"]["winners"] == Json{0, 1});
        CHECK(game.view()["result"]["ranks"] == Json{1, 1, 3, 3});
    }
}
