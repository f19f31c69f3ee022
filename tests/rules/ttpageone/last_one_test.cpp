#include "tests/rules/ttpageone/game.hpp"

using namespace tefuda;
using namespace tefuda::ttpageone;
using namespace tefuda::ttpageone::test;

namespace {

/// Seat 0 has just played down to one card, JC, without saying "last one".
Game undeclared() {
    Game game({.hands = {"2S JC", "2H 3H 6H", "2D 3S 6D", "2C 6C TC"}, .stock = "QH"});
    game.act(0, play(0, "2S"));
    return game;
}

} // namespace

TEST_CASE("a play that leaves exactly one card may carry last_one", "[rules][ttpageone]") {
    Game game({.hands = {"2S JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    CHECK(game.legal(0) == Json::parse(R"([{"type":"play","table":0,"cards":["2S"],"optional":["last_one"]}])"));
    CHECK_FALSE(game.refusal(0, Play{0, parse_cards("2S"), std::nullopt, false}).empty());
    game.act(0, last_one(play(0, "2S")));
    CHECK(game.event("played")["last_one"] == true);
    CHECK(game.table()["last_one"] == Json{"declared", nullptr, nullptr, nullptr});
    CHECK_FALSE(game.refusal(1, challenge(0)).empty());
    CHECK_FALSE(game.refusal(0, DeclareLastOne{}).empty());
}

TEST_CASE("there is a template for each range of counts if only some counts may carry last_one", "[rules][ttpageone]") {
    SECTION("four left, three of the rank: two would leave two, three leave one") {
        Game game({.hands = {"4H 4D 4C JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .tables = "4S 8S"});
        CHECK(game.legal(0) == Json::parse(R"([
            {"type":"play","table":0,"cards":{"choose":[1,2],"from":["4H","4D","4C"]}},
            {"type":"play","table":0,"cards":{"choose":3,"from":["4H","4D","4C"]},"optional":["last_one"]}])"));
        CHECK_FALSE(game.refusal(0, last_one(play(0, "4H 4D"))).empty());
        CHECK(game.refusal(0, last_one(play(0, "4H 4D 4C"))).empty());
    }
    SECTION("the whole hand: one, two and three") {
        Game game({.hands = {"4H 4D 4C", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .tables = "4S 8S"});
        CHECK(game.legal(0) == Json::parse(R"([
            {"type":"play","table":0,"cards":{"choose":1,"from":["4H","4D","4C"]}},
            {"type":"play","table":0,"cards":{"choose":2,"from":["4H","4D","4C"]},"optional":["last_one"]},
            {"type":"play","table":0,"cards":{"choose":3,"from":["4H","4D","4C"]}}])"));
    }
    SECTION("two of two: one alone leaves one, together they go out") {
        Game game({.hands = {"4H 4D", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
        CHECK(game.legal(0) == Json::parse(R"([
            {"type":"play","table":0,"cards":{"choose":1,"from":["4H","4D"]},"optional":["last_one"]},
            {"type":"play","table":0,"cards":{"choose":2,"from":["4H","4D"]}},
            {"type":"play","table":1,"cards":["4D"],"optional":["last_one"]}])"));
    }
    SECTION("a joker that leaves one card") {
        Game game({.hands = {"XX JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
        CHECK(game.legal(0).size() == 8);
        CHECK(game.legal(0)[0] ==
              Json::parse(R"({"type":"play","table":0,"cards":["XX"],"suit":"S","optional":["last_one"]})"));
    }
}

TEST_CASE("last_one on any other play is refused", "[rules][ttpageone]") {
    Game game({.hands = {"2S 3S JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    CHECK_FALSE(game.refusal(0, last_one(play(0, "2S"))).empty());
}

TEST_CASE("a player who forgot to declare can still do so at any time, in turn or not", "[rules][ttpageone]") {
    auto game = undeclared();
    CHECK(game.table()["last_one"] == Json{"undeclared", nullptr, nullptr, nullptr});
    CHECK(game.legal(0) == Json::parse(R"([{"type":"last_one"}])"));
    CHECK(game.turn() == 1);
    game.act(0, DeclareLastOne{});
    CHECK(game.seen() == Json::parse(R"([{"type":"last_one_declared","seat":0}])"));
    CHECK(game.table()["last_one"][0] == "declared");
    CHECK(game.legal(0).empty());
    CHECK_FALSE(game.refusal(2, challenge(0)).empty());
}

TEST_CASE("any other player may challenge a player who has not declared, who is then disqualified",
          "[rules][ttpageone]") {
    auto game = undeclared();
    CHECK(game.legal(2) == Json::parse(R"([{"type":"challenge","seat":0}])"));
    CHECK_FALSE(game.refusal(0, challenge(0)).empty());
    auto const under = game.table()["tables"][0]["under"].get<int>();
    game.act(2, challenge(0));
    CHECK(game.seen() == Json::parse(R"([{"type":"challenged","seat":2,"challenged":0},
                                         {"type":"disqualified","seat":0,"cards":1}])"));
    CHECK(game.table()["out"] == Json{0});
    CHECK(game.hand(0).empty());
    CHECK(game.table()["tables"][0]["under"] == under + 1);
    CHECK(game.top(0) == "2S S 2");
    CHECK(game.table()["last_one"] == Json{nullptr, nullptr, nullptr, nullptr});
    CHECK(game.table()["privileges"] == Json{{"secret", 1}, {"wild", 2}, {"pass", 3}});
    CHECK(game.turn() == 1);
    CHECK(game.legal(0).empty());
    CHECK_FALSE(game.refusal(0, challenge(1)).empty());
    CHECK_FALSE(game.refusal(0, DeclareLastOne{}).empty());
}

TEST_CASE("the disqualification of the player to act ends the turn", "[rules][ttpageone]") {
    auto game = undeclared();
    game.state.turn = Seat(0);
    game.act(3, challenge(0));
    CHECK(game.turn() == 1);
    CHECK(game.state.turns_ended == 2);
}

TEST_CASE("the player to act may challenge too and then continues its turn", "[rules][ttpageone]") {
    auto game = undeclared();
    game.act(1, challenge(0));
    CHECK(game.turn() == 1);
    CHECK(game.state.turns_ended == 1);
    game.act(1, play(0, "2H"));
    CHECK(game.turn() == 2);
}

TEST_CASE("last_one can be said with the play of the last card", "[rules][ttpageone]") {
    Game game({.hands = {"2S", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    game.state.last_one[Seat(0)] = Declaration::undeclared;
    CHECK(game.legal(0) == Json::parse(R"([{"type":"play","table":0,"cards":["2S"],"optional":["last_one"]},
                                           {"type":"last_one"}])"));
    game.act(0, last_one(play(0, "2S")));
    CHECK(game.phase() == "over");
    CHECK(game.view()["result"]["winners"] == Json{0});
}

TEST_CASE("after a declaration the last card is played without last_one", "[rules][ttpageone]") {
    Game game({.hands = {"2S", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    CHECK(game.legal(0) == Json::parse(R"([{"type":"play","table":0,"cards":["2S"]}])"));
    CHECK_FALSE(game.refusal(0, last_one(play(0, "2S"))).empty());
    game.act(0, play(0, "2S"));
    CHECK(game.view()["result"]["winners"] == Json{0});
}

TEST_CASE("a player who plays the last card without any declaration is disqualified (R7)", "[rules][ttpageone]") {
    Game game({.hands = {"2S", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    game.state.last_one[Seat(0)] = Declaration::undeclared;
    game.act(0, play(0, "2S"));
    CHECK(game.event("disqualified") == Json::parse(R"({"type":"disqualified","seat":0,"cards":0})"));
    CHECK(game.top(0) == "2S S 2");
    CHECK(game.table()["tables"][0]["under"] == 1);
    CHECK(game.turn() == 1);
    CHECK(game.phase() == "play");
    CHECK(game.table()["last_one"][0].is_null());
}

TEST_CASE("the last card of a disqualified player has no effect, but a joker has its suit (R7)", "[rules][ttpageone]") {
    struct Row {
        std::string_view card;
        std::string_view top;
    };
    for (auto const& [card, top] : {Row{"5S", "5S S 5"}, Row{"7S", "7S S 7"}, Row{"9S", "9S S 9"}, Row{"KS", "KS S K"},
                                    Row{"AS", "AS S A"}, Row{"XX", "XX H -"}}) {
        Game game({.hands = {card, "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
        game.state.last_one[Seat(0)] = Declaration::undeclared;
        auto action = play(0, card);
        if (card == "XX") action.suit = Suit::hearts;
        game.act(0, action);
        CHECK(game.top(0) == top);
        CHECK(game.top(1) == "8D D 8");
        CHECK(game.turn() == 1);
        CHECK(game.table()["direction"] == 1);
        CHECK(game.hand(2).size() == 3);
    }
}

TEST_CASE("a joker as the last card needs a suit too and may carry last_one", "[rules][ttpageone]") {
    Game game({.hands = {"XX", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    game.state.last_one[Seat(0)] = Declaration::undeclared;
    CHECK_FALSE(game.refusal(0, last_one(play(0, "XX"))).empty());
    CHECK(game.legal(0)[0] ==
          Json::parse(R"({"type":"play","table":0,"cards":["XX"],"suit":"S","optional":["last_one"]})"));
    game.act(0, last_one(joker(0, Suit::clubs)));
    CHECK(game.phase() == "over");
    CHECK(game.top(0) == "XX C -");
}

TEST_CASE("the rule starts afresh when the hand grows again (R8)", "[rules][ttpageone]") {
    auto const declares = GENERATE(true, false);
    Game game({.hands = {"2S JC", "7S 3H 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "QH QD QS"});
    auto action = play(0, "2S");
    if (declares) action.last_one = true;
    game.act(0, action).act(1, play(0, "7S"));
    CHECK(game.hand(0).size() == 2);
    CHECK(game.table()["last_one"][0].is_null());
    CHECK_FALSE(game.refusal(2, challenge(0)).empty());
    CHECK_FALSE(game.refusal(0, DeclareLastOne{}).empty());
    game.state.turn = Seat(0);
    game.state.phase = Phase::play;
    game.act(0, play(0, "QS"));
    CHECK(game.table()["last_one"][0] == "undeclared");
}

TEST_CASE("after drawing a card an undeclared hand can no longer be challenged (R8)", "[rules][ttpageone]") {
    auto game = undeclared();
    game.state.turn = Seat(0);
    game.act(0, Draw{});
    CHECK(game.table()["last_one"][0].is_null());
}

TEST_CASE("a player left with one card who draws for a seven of its own K has nothing to declare",
          "[rules][ttpageone]") {
    Game game({.hands = {"KS JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "7C AC AD AH AS"});
    game.act(0, last_one(play(0, "KS")));
    CHECK(game.hand(0).size() == 2);
    CHECK(game.table()["last_one"][0].is_null());
}

TEST_CASE("playing a whole hand of two or more at once needs no declaration (R9)", "[rules][ttpageone]") {
    Game game({.hands = {"4H 4D", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}});
    CHECK_FALSE(game.refusal(0, last_one(play(0, "4H 4D"))).empty());
    game.act(0, play(0, "4H 4D"));
    CHECK(game.view()["result"]["winners"] == Json{0});
    CHECK(game.view()["result"]["reason"] == "went_out");
}

TEST_CASE("a disqualified player loses its privileges, and its hidden card is not shown", "[rules][ttpageone]") {
    Game game({.hands = {"2H 3H 6H", "2S", "2D 3D 6D", "2C 6C TC"}, .secret = "2S", .turn = 1});
    game.state.last_one[Seat(1)] = Declaration::undeclared;
    CHECK(game.hand(1) == Json::array({nullptr}));
    game.act(0, challenge(1));
    CHECK_FALSE(game.table(Seat(1)).contains("secret"));
    CHECK(game.table()["privileges"] == Json{{"starter", 0}, {"wild", 2}, {"pass", 3}});
    CHECK(game.seen().dump().find("2S") == std::string::npos);
    CHECK(game.turn() == 2);
    CHECK_FALSE(game.refusal(1, hide_none()).empty());
}

TEST_CASE("a joker without a suit gets that of its K if the player is disqualified", "[rules][ttpageone]") {
    Game game({.hands = {"KS JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "KH XX"});
    game.act(0, play(0, "KS"));
    REQUIRE(game.phase() == "name_suit");
    CHECK(game.legal(0).back() == Json{{"type", "last_one"}});
    SECTION("the player is disqualified") {
        game.act(2, challenge(0));
        CHECK(game.top(0) == "XX H -");
        CHECK(game.event("suit_defaulted") == Json::parse(R"({"type":"suit_defaulted","table":0,"suit":"H"})"));
        CHECK(game.turn() == 1);
        CHECK(game.phase() == "play");
    }
    SECTION("another player is disqualified: the joker still waits") {
        game.state.last_one[Seat(3)] = Declaration::undeclared;
        game.act(2, challenge(3));
        CHECK(game.phase() == "name_suit");
        CHECK(game.turn() == 0);
    }
    SECTION("the player declares first") {
        game.act(0, DeclareLastOne{}).act(0, NameSuit{Suit::clubs});
        CHECK(game.top(0) == "XX C -");
    }
}

TEST_CASE("team mates may challenge too", "[rules][ttpageone]") {
    Game game({.hands = {"2S JC", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .teams = 2});
    game.act(0, play(0, "2S")).act(2, challenge(0));
    CHECK(game.table()["out"] == Json{0});
    CHECK(game.phase() == "play");
}

TEST_CASE("bots leave an opponent 3 s to say it, and never call out a partner", "[rules][ttpageone]") {
    for (auto const teams : {0, 2}) {
        Game game({.hands = {"2S JC", "2H 3H 6H", "2D 3S 6D", "2C 6C TC"}, .stock = "QH", .teams = teams});
        CHECK(TtPageOne::timed(game.state).empty());
        game.act(0, play(0, "2S"));
        auto const calls = TtPageOne::timed(game.state);
        REQUIRE(calls.size() == 3);
        for (auto const& call : calls) {
            CHECK(call.action == Action(challenge(0)));
            CHECK(call.bots_only);
            auto const is_partner = teams == 2 && call.seat == Seat(2);
            CHECK(call.after_ms == (is_partner ? std::nullopt : std::optional(3000)));
            // Named only where it is legal.
            auto copy = game;
            copy.act(call.seat.number(), call.action);
        }
        game.act(0, DeclareLastOne{});
        CHECK(TtPageOne::timed(game.state).empty());
    }
}
