#include "tests/rules/ttpageone/game.hpp"

using namespace tefuda;
using namespace tefuda::ttpageone;
using namespace tefuda::ttpageone::test;

TEST_CASE("a secret card that matches may be played, but need not be", "[rules][ttpageone]") {
    Game game({.hands = {"2H 3H 6H", "2S JC JH", "2D 3D 6D", "2C 6C TC"}, .stock = "QC", .secret = "2S", .turn = 1});
    CHECK(game.legal(1) == Json::parse(R"([{"type":"play","table":0,"cards":["2S"]},{"type":"draw"},
        {"type":"hide","card":"JH"},{"type":"hide","card":"JC"},{"type":"hide","card":null}])"));
    SECTION("drawn instead") {
        game.act(1, Draw{});
        CHECK(game.hand(1) == Json{"JH", "JC", "QC", nullptr});
        CHECK(game.turn() == 1);
    }
    SECTION("played: the card is public, and no card is hidden until the next hide") {
        game.act(1, play(0, "2S"));
        CHECK(game.table(Seat(1))["secret"].is_null());
        CHECK(game.hand(1) == Json{"JH", "JC"});
        CHECK(game.event("played") == Json::parse(R"({"type":"played","seat":1,"table":0,"cards":["2S"],
                                                      "secret":true})"));
    }
}

TEST_CASE("a secret card may be played together with open cards of the top's rank", "[rules][ttpageone]") {
    Game game({.hands = {"2H 3H 6H", "4H 4D JH QH", "2D 3D 6D", "2C 6C TC"}, .secret = "4D", .turn = 1});
    CHECK(game.legal(1)[0] == Json::parse(R"({"type":"play","table":0,"cards":{"choose":[1,2],"from":["4H","4D"]}})"));
    game.act(1, play(0, "4H 4D"));
    CHECK(game.top(0) == "4D D 4");
    CHECK(game.event("played")["secret"] == true);
}

TEST_CASE("a player with an open card that matches must play, whether or not the secret card matches",
          "[rules][ttpageone]") {
    Game game({.hands = {"2H 3H 6H", "2S 3S JH", "2D 3D 6D", "2C 6C TC"}, .secret = "2S", .turn = 1});
    CHECK_FALSE(game.refusal(1, Draw{}).empty());
    CHECK(game.legal(1)[0] == Json::parse(R"({"type":"play","table":0,"cards":{"choose":1,"from":["2S","3S"]}})"));
}

TEST_CASE("the holder may hide another card or none, in turn or not, the previous card is then open",
          "[rules][ttpageone]") {
    auto const turn = GENERATE(0, 1);
    Game game({.hands = {"2H 3H 6H", "2S JC JH", "2D 3D 6D", "2C 6C TC"}, .stock = "QC", .secret = "2S", .turn = turn});
    CHECK_FALSE(game.refusal(1, hide("2S")).empty());
    CHECK_FALSE(game.refusal(1, hide("2H")).empty());
    CHECK_FALSE(game.refusal(0, hide("2H")).empty());
    SECTION("another card") {
        game.act(1, hide("JC"));
        CHECK(game.seen() == Json::parse(R"([{"type":"hidden","seat":1,"card":"JC","face_down":1,"opened":["2S"]}])"));
        CHECK(game.hand(1) == Json{"2S", "JH", nullptr});
        CHECK(game.table(Seat(1))["secret"] == "JC");
        CHECK(game.turn() == turn);
    }
    SECTION("no card") {
        game.act(1, hide_none());
        CHECK(game.seen() == Json::parse(R"([{"type":"hidden","seat":1,"card":null,"face_down":0,"opened":["2S"]}])"));
        CHECK(game.hand(1) == Json{"2S", "JH", "JC"});
        CHECK(game.table(Seat(1))["secret"].is_null());
    }
}

TEST_CASE("hide with null is refused if no card is hidden", "[rules][ttpageone]") {
    Game game({.hands = {"2H 3H 6H", "2S JC JH", "2D 3D 6D", "2C 6C TC"}});
    CHECK_FALSE(game.refusal(1, hide_none()).empty());
    CHECK(game.legal(1).size() == 3);
}

TEST_CASE("the hidden card may change once in each turn of any player (R11)", "[rules][ttpageone]") {
    Game game({.hands = {"2S 3H 6H", "2H JC JH", "2D 3D 6D", "2C 6C TC"}});
    game.act(1, hide("JC"));
    CHECK_FALSE(game.refusal(1, hide("JH")).empty());
    CHECK_FALSE(game.refusal(1, hide_none()).empty());
    CHECK(game.legal(1).empty());
    game.act(0, play(0, "2S"));
    CHECK(game.refusal(1, hide("JH")).empty());
    CHECK_FALSE(game.refusal(1, hide("2H")).empty());
}

TEST_CASE("the hide of the setup does not count as the hide of the first turn (R11)", "[rules][ttpageone]") {
    Game game(4, {}, {0, 1, 2, 3});
    game.act(0, ChoosePrivilege{Privilege::starter}).act(1, ChoosePrivilege{Privilege::secret});
    game.act(2, ChoosePrivilege{Privilege::wild});
    game.act(1, Hide{game.state.hands[Seat(1)][0]});
    CHECK(game.refusal(1, hide_none()).empty());
}

TEST_CASE("a drawn card that matches may be hidden at once, then the player draws on", "[rules][ttpageone]") {
    Game game({.hands = {"2H 3H 6H", "QC JC JH", "2D 3D 6D", "2C 6C TC"}, .stock = "2S KC 3S", .turn = 1});
    game.act(1, Draw{});
    CHECK_FALSE(game.refusal(1, Draw{}).empty());
    game.act(1, hide("2S")).act(1, Draw{});
    CHECK(game.hand(1) == Json{"JH", "JC", "QC", "KC", nullptr});
    game.act(1, Draw{});
    CHECK(game.refusal(1, play(0, "2S")).empty());
}

TEST_CASE("a card drawn in a turn is open, even if the holder of secret draws it", "[rules][ttpageone]") {
    Game game({.hands = {"2H 3H 6H", "QC JC JH", "2D 3D 6D", "2C 6C TC"}, .stock = "KC", .turn = 1});
    game.act(1, Draw{});
    CHECK(game.event("drawn", Seat(3)) == Json::parse(R"({"type":"drawn","seat":1,"card":"KC","face_down":false})"));
}

TEST_CASE("with one of two jokers hidden, play of XX plays the open one, and hide of XX is refused",
          "[rules][ttpageone]") {
    Game game({.hands = {"2H 3H 6H", "XX XX JC JH", "2D 3D 6D", "2C 6C TC"}, .secret = "XX", .turn = 1});
    CHECK_FALSE(game.refusal(1, hide("XX")).empty());
    CHECK(game.hand(1) == Json{"JH", "JC", "XX", nullptr});
    CHECK_FALSE(game.refusal(1, Draw{}).empty());
    CHECK(game.legal(1).size() == 11);
    game.act(1, joker(0, Suit::hearts));
    CHECK(game.event("played")["secret"] == false);
    CHECK(game.table(Seat(1))["secret"] == "XX");
    CHECK(game.hand(1) == Json{"JH", "JC", nullptr});
    game.state.turn = Seat(1);
    CHECK(game.refusal(1, joker(1, Suit::spades)).empty());
    CHECK_FALSE(game.state.secret);
}

TEST_CASE("for a seven the holder of secret draws face down and must hide before the turn passes (R6)",
          "[rules][ttpageone]") {
    Game game({.hands = {"7H 7D JC QC", "2H JS 6H", "2D 3D 6D", "2C 6C TC"},
               .tables = "7S 8D",
               .stock = "AC AD AH QD QS QH",
               .secret = "2H"});
    game.act(0, play(0, "7H 7D"));
    CHECK(game.phase() == "rehide");
    CHECK(game.view()["to_act"] == Json{1});
    CHECK(game.turn() == 0);
    CHECK(game.hand(1) == Json{"JS", "6H", nullptr, nullptr, nullptr});
    CHECK(game.hand(1, Seat(1)) == Json{"JS", "2H", "6H", "AD", "AC"});
    CHECK(game.table(Seat(1))["secret"] == "2H");
    CHECK(game.event("drawn") == Json::parse(R"({"type":"drawn","seat":1,"card":null,"face_down":true})"));
    CHECK(game.event("drawn", Seat(1))["card"] == "AC");
    CHECK(game.legal(1).size() == 6);
    CHECK(game.legal(1)[5] == Json{{"type", "hide"}, {"card", nullptr}});
    CHECK(game.legal(0).empty());
    CHECK_FALSE(game.refusal(0, Draw{}).empty());
    CHECK_FALSE(game.refusal(1, Draw{}).empty());
    CHECK_FALSE(game.refusal(1, hide("AH")).empty());

    SECTION("one of the drawn cards") {
        game.act(1, hide("AD"));
        CHECK(game.seen(Seat(3)) ==
              Json::parse(R"([{"type":"hidden","seat":1,"card":null,"face_down":1,"opened":["2H","AC"]},
                              {"type":"turn_began","seat":1}])"));
        CHECK(game.event("hidden", Seat(1))["card"] == "AD");
        CHECK(game.hand(1) == Json{"JS", "2H", "6H", "AC", nullptr});
        CHECK(game.table(Seat(1))["secret"] == "AD");
    }
    SECTION("the old one, although it is hidden already") {
        game.act(1, hide("2H"));
        CHECK(game.hand(1) == Json{"JS", "6H", "AD", "AC", nullptr});
        CHECK(game.event("hidden")["card"].is_null());
    }
    SECTION("a card that was open") {
        game.act(1, hide("JS"));
        CHECK(game.hand(1) == Json{"2H", "6H", "AD", "AC", nullptr});
        CHECK(game.event("hidden")["card"] == "JS");
        CHECK(game.event("hidden")["opened"] == Json{"2H", "AD", "AC"});
    }
    SECTION("no card") {
        game.act(1, hide_none());
        CHECK(game.hand(1) == Json{"JS", "2H", "6H", "AD", "AC"});
        CHECK(game.event("hidden")["face_down"] == 0);
    }
    CHECK(game.phase() == "play");
    CHECK(game.turn() == 1);
    CHECK_FALSE(game.legal(1).empty());
    CHECK(game.state.turns_ended == 1);
}

TEST_CASE("by R6 hide with null is always allowed, and it does not count as the hide of the turn (R11)",
          "[rules][ttpageone]") {
    Game game({.hands = {"7S JC QC", "2H JS 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "AC AD AH"});
    game.act(1, hide("2H")).act(0, play(0, "7S")).act(1, hide_none());
    CHECK(game.refusal(1, hide("2H")).empty());
}

TEST_CASE("a holder of secret whose K turns up a seven draws face down too", "[rules][ttpageone]") {
    Game game({.hands = {"2S JC QC", "KS JS 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "7C AC AD AH QS", .turn = 1});
    game.act(1, play(0, "KS"));
    CHECK(game.phase() == "rehide");
    CHECK(game.hand(1) == Json{"JS", "6H", nullptr});
    game.act(1, hide("QS"));
    CHECK(game.turn() == 2);
}

TEST_CASE("with two face-down jokers hide of XX by R6 keeps one of them hidden", "[rules][ttpageone]") {
    Game game({.hands = {"7S JC QC", "XX JS 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "XX AD AH", .secret = "XX"});
    game.act(0, play(0, "7S")).act(1, hide("XX"));
    CHECK(game.hand(1) == Json{"JS", "6H", "XX", nullptr});
}

TEST_CASE("if the player of the seven is disqualified while a hide is due, the turn passes after the hide",
          "[rules][ttpageone]") {
    Game game({.hands = {"7S JC", "2H JS 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "AC AD AH"});
    game.act(0, play(0, "7S"));
    CHECK(game.legal(1)[0] == Json::parse(R"({"type":"challenge","seat":0})"));
    game.act(3, challenge(0));
    CHECK(game.phase() == "rehide");
    CHECK(game.turn() == 0);
    CHECK(game.table()["out"] == Json{0});
    CHECK(game.view()["to_act"] == Json{1});
    CHECK(game.legal(0).empty());
    game.act(1, hide_none());
    CHECK(game.turn() == 1);
    CHECK(game.state.turns_ended == 1);
}

TEST_CASE("the holder may also hide while a suit must be named", "[rules][ttpageone]") {
    Game game({.hands = {"KS JC JH", "2H 3H 6H", "2D 3D 6D", "2C 6C TC"}, .stock = "XX"});
    game.act(0, play(0, "KS")).act(1, hide("3H"));
    CHECK(game.phase() == "name_suit");
    CHECK(game.hand(1) == Json{"2H", "6H", nullptr});
}

TEST_CASE("what other observers get does not depend on the secret card", "[rules][ttpageone]") {
    for (auto const observer : {-1, 0, 2, 3}) {
        auto const world = [&](std::string_view secret, std::string_view other) {
            std::string const hand = std::string(secret) + " JC JH";
            std::string const stock = std::string("QC ") + std::string(other);
            Game game(
                {.hands = {"2H 3H 6H", hand, "2D 3D 6D", "2C 6C TC"}, .stock = stock, .secret = secret, .turn = 1});
            auto const who = observer < 0 ? spectator : Observer(Seat(observer));
            std::string all;
            for (int step = 0; step < 2; ++step) {
                all += game.seen(who).dump() + game.view(who).dump();
                if (observer >= 0)
                    all += game.legal(observer).dump() + game.refusal(observer, play(0, "2S")) +
                           game.refusal(observer, hide("2S")) + game.refusal(observer, challenge(1));
                if (step == 0) game.act(1, Draw{});
            }
            return all;
        };
        // One card matches a table, one does not, and one is a joker.
        CHECK(world("2S", "9H") == world("9H", "2S"));
        CHECK(world("2S", "XX") == world("XX", "2S"));
    }
}

TEST_CASE("a redeal exchanges the secret card only if no other player can have seen it", "[rules][ttpageone]") {
    ScriptedChance chance;
    Game game({.hands = {"2H 3H 6H", "2S JC JH", "2D 3D 6D", "2C 6C TC"}, .stock = "QC", .secret = "2S", .turn = 0});
    SECTION("hidden since the deal: it may be any card of the stock") {
        chance.shuffles("9H");
        auto const other = TtPageOne::redeal(game.state, Seat(0), chance);
        CHECK(other.secret->card == parse_cards("9H").front());
        CHECK(contains(other.hands[Seat(1)], parse_cards("9H").front()));
        CHECK(same_cards(all_cards(other), all_cards(game.state)));
    }
    SECTION("its holder knows it") {
        chance.shuffles("9H");
        auto const other = TtPageOne::redeal(game.state, Seat(1), chance);
        CHECK(other.secret->card == parse_cards("2S").front());
        CHECK(other.stock.front() == parse_cards("9H").front());
    }
    SECTION("hidden after being open: everybody knows it") {
        game.act(1, hide("JC"));
        chance.shuffles("9H");
        auto const other = TtPageOne::redeal(game.state, spectator, chance);
        CHECK(other.secret->card == parse_cards("JC").front());
    }
    SECTION("when the stock that it came from is used up, it is the only card that nobody has seen") {
        game.state.stock.clear();
        game.state.piles[0].under = parse_cards("9S 9H 9D");
        game.chance.shuffles("9S");
        game.act(0, Draw{});
        chance.shuffles("9H");
        auto const other = TtPageOne::redeal(game.state, spectator, chance);
        CHECK(other.secret->card == parse_cards("2S").front());
    }
    CHECK(chance.used_up());
}

TEST_CASE("a redeal keeps a joker that everybody saw go to the bottom of the stock", "[rules][ttpageone]") {
    Game game({.hands = {"2H 3H 6H", "2S JC JH", "2D 3D 6D", "2C 6C TC"}, .secret = "2S"});
    REQUIRE(game.state.stock.back() == Card::joker());
    game.state.joker_at_bottom = true;
    ScriptedChance chance;
    chance.shuffles("9H");
    auto const other = TtPageOne::redeal(game.state, spectator, chance);
    CHECK(other.stock.back() == Card::joker());
    CHECK(other.secret->card == parse_cards("9H").front());
}

TEST_CASE("a redeal exchanges a lost secret card, except for the observer who lost it", "[rules][ttpageone]") {
    Game game({.hands = {"2H 3H 6H", "2S", "2D 3D 6D", "2C 6C TC"}, .secret = "2S"});
    game.state.last_one[Seat(1)] = Declaration::undeclared;
    game.act(0, challenge(1));
    CHECK(game.event("disqualified") == Json::parse(R"({"type":"disqualified","seat":1,"cards":1})"));
    ScriptedChance chance;
    chance.shuffles("9H").shuffles("9H");
    auto const other = TtPageOne::redeal(game.state, Seat(0), chance);
    CHECK(other.piles[0].under == parse_cards("9H"));
    auto const own = TtPageOne::redeal(game.state, Seat(1), chance);
    CHECK(own.piles[0].under == parse_cards("2S"));
}

TEST_CASE("a redeal before the opening exchanges all cards except the observer's hand, and the picked starter",
          "[rules][ttpageone]") {
    Game game(3, {}, {2, 0, 1});
    ScriptedChance chance;
    chance.shuffles("XX KC QC").picks(2);
    auto const other = TtPageOne::redeal(game.state, Seat(1), chance);
    CHECK(other.hands[Seat(1)] == game.state.hands[Seat(1)]);
    CHECK(contains(other.hands[Seat(0)], Card::joker()));
    CHECK(other.picked_starter == Seat(2));
}
