// Passing, the end of a deal, the four deals and the result.
#include "rules/core/seeded_chance.hpp"
#include "tests/rules/fortyone/game.hpp"

using namespace tefuda;
using namespace tefuda::test;

namespace {

/// A deal in which after the turns "TH TD TC" the total is 40 and no player can play.
FortyOneGame stuck_at_40() {
    return {"TS", "TH TC 9H 8H 7H 6H", "TD 9D 8D 7D 6D 5D", "2S 2H 3S 3H 4S 4H 5S 5H 6S 6C 7S 7C 4D"};
}

FortyOne::State random_match(std::uint8_t seed) {
    SeededChance chance(Bytes32{seed});
    std::vector<FortyOne::Event> events;
    auto state = FortyOne::start({}, 2, chance, events);
    while (!FortyOne::over(state)) {
        auto const templates = FortyOne::legal(state, state.turn);
        REQUIRE_FALSE(templates.empty());
        REQUIRE_FALSE(FortyOne::apply(state, state.turn, templates.front().action, chance, events));
    }
    REQUIRE(std::get<fortyone::Ended>(events.back()).result == fortyone::result_of(state));
    return state;
}

} // namespace

TEST_CASE("Forty-One is played by exactly two", "[rules][fortyone]") {
    CHECK(FortyOne::seat_counts().values.size() == 1);
    CHECK(FortyOne::seat_counts().values.front() == 2);
    CHECK(FortyOne::seat_counts().usual == 2);
    CHECK(std::holds_alternative<FortyOne::Options>(FortyOne::settle({}, 2)));
    CHECK(std::get<Illegal>(FortyOne::settle({}, 3)).reason == "Forty-One is a game for two players.");
}

TEST_CASE("six cards each are dealt, the dealer's opponent first, then the starter is turned up", "[rules][fortyone]") {
    ScriptedChance chance;
    chance.picks(0).shuffles("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH");
    std::vector<FortyOne::Event> events;
    auto const state = FortyOne::start({}, 2, chance, events);
    CHECK(chance.used_up());
    CHECK(state.turn == Seat(1));
    CHECK(to_json(FortyOne::view(state, Seat(1)).hands) ==
          R"([[null,null,null,null,null,null],["AS","3S","5S","7S","9S","JS"]])");
    CHECK(to_json(FortyOne::view(state, Seat(0)).hands) ==
          R"([["2S","4S","6S","8S","TS","QS"],[null,null,null,null,null,null]])");
    CHECK(state.deal->starter == card("KS"));
    CHECK(state.stock.size() == 39);
    CHECK(state.stock.front() == card("AH"));
    CHECK(FortyOne::to_act(state) == Seats{Seat(1)});
}

TEST_CASE("a pass gives the opponent a chip, a second pass in a row gives nothing and ends the deal",
          "[rules][fortyone]") {
    auto game = stuck_at_40();
    game.turns("TH TD TC");
    CHECK(game.legal(1) == R"([{"type":"pass"}])");
    game.turns("-");
    CHECK(game.chips(0) == 1);
    CHECK(game.legal(0) == R"([{"type":"pass"}])");
    CHECK(game.state().finished.empty());
    game.turns("-");
    CHECK(game.chips(0) == 1);
    CHECK(game.chips(1) == 0);
    CHECK(game.state().finished.size() == 1);
    CHECK(game.state().hands[Seat(0)].size() == 6);
}

TEST_CASE("passes with a play between them do not end the deal", "[rules][fortyone]") {
    FortyOneGame game("8S", "TH TC 2H AH 9H 8H", "TD 9D 8D 7D 6D 5D");
    game.turns("TH TD TC - 2H - AH -");
    CHECK(game.total() == 41);
    CHECK(game.chips(0) == 5); // three passes and 41
    CHECK(game.state().finished.empty());
    game.turns("-");
    CHECK(game.chips(0) == 5);
    CHECK(game.chips(1) == 0);
    CHECK(to_json(FortyOne::view(game.state(), Seat(0)).table.finished.at(0).left) == "[2,5]");
}

TEST_CASE("a player without cards passes too", "[rules][fortyone]") {
    FortyOneGame game("QS", "AS AH AC 2S 2H 2D", "2C 3S 3H 3D 3C JS");
    game.turns("AS 2C AH 3S AC 3H 2S 3D 2H 3C 2D JS");
    CHECK(game.total() == 22);
    CHECK(game.chips(0) == 1); // 1
    CHECK(game.chips(1) == 2); // 11 and 21
    CHECK(game.legal(0) == R"([{"type":"pass"}])");
    game.turns("- -");
    CHECK(game.chips(1) == 3);
    CHECK(to_json(FortyOne::view(game.state(), Seat(0)).table.finished.at(0).left) == "[0,0]");
}

TEST_CASE("R3: a player who can play may not pass", "[rules][fortyone]") {
    FortyOneGame game("6S", "8H 2S 3S 4S 5S 7S", "TD 9D 8D 7D AD QD");
    CHECK(game.act(Seat(0), fortyone::Pass{})->reason == "You may pass only when you can play no card.");
}

TEST_CASE("a refused action changes nothing", "[rules][fortyone]") {
    auto game = stuck_at_40();
    auto const refused = [&game](int seat, FortyOne::Action const& action) {
        auto const before = game.state();
        auto const illegal = game.act(Seat(seat), action);
        CHECK(game.state() == before);
        CHECK(game.events.empty());
        return illegal ? illegal->reason : "accepted";
    };
    CHECK(refused(1, fortyone::Play{card("TD")}) == "It is not your turn.");
    CHECK(refused(0, fortyone::Play{card("TD")}) == "You do not hold that card.");
    CHECK(refused(0, fortyone::Play{Card::joker()}) == "You do not hold that card.");
    CHECK(refused(0, fortyone::Pass{}) == "You may pass only when you can play no card.");
    CHECK(refused(7, fortyone::Pass{}) == "It is not your turn.");
}

TEST_CASE("the other player deals the next deal from the same pack", "[rules][fortyone]") {
    auto game = stuck_at_40();
    game.turns("TH TD TC - -");
    CHECK(game.state().deal->dealer == Seat(0));
    CHECK(game.state().turn == Seat(1));
    // Seat 1 gets the first card: 2S 3S 4S 5S 6S 7S; seat 0: 2H 3H 4H 5H 6C 7C; the starter is 4D.
    CHECK(game.state().stock.size() == 26);
    CHECK(game.table() ==
          R"({"deal":2,"dealer":0,"starter":"4D","sequence":[],"total":4,"finished":[{"dealer":1,"starter":"TS",)"
          R"("sequence":[{"seat":0,"card":"TH","value":10},{"seat":1,"card":"TD","value":10},)"
          R"({"seat":0,"card":"TC","value":10},{"seat":1,"pass":true},{"seat":0,"pass":true}],"left":[4,5]}]})");
    CHECK(game.seen(Seat(0)) ==
          R"({"type":"passed","seat":0}
{"type":"deal_ended","deal":1,"left":[4,5]}
{"type":"dealt","deal":2,"dealer":0,"hands":[["2H","3H","4H","5H","6C","7C"],[null,null,null,null,null,null]],"starter":"4D","total":4}
)");
}

TEST_CASE("R6: the cards left in the hands are discarded unseen", "[rules][fortyone]") {
    auto game = stuck_at_40();
    game.turns("TH TD TC - -");
    for (auto const* const left : {"9H", "8H", "7H", "6H", "9D", "8D", "7D", "6D", "5D"})
        for (auto const observer : {Observer(Seat(0)), Observer(Seat(1)), Observer::spectator()}) {
            CHECK(game.view(observer).find(left) == std::string::npos);
            CHECK(game.seen(observer).find(left) == std::string::npos);
        }
}

TEST_CASE("after four deals the match is over", "[rules][fortyone]") {
    auto state = random_match(1);
    auto const view = FortyOne::view(state, Observer::spectator());
    CHECK(state.stock.empty());
    CHECK(view.phase == fortyone::Phase::over);
    CHECK(view.to_act.empty());
    CHECK(to_json(view.hands) == "[[],[]]");
    CHECK(view.table.deal == 4);
    CHECK_FALSE(view.table.starter);
    CHECK_FALSE(view.table.total);
    CHECK(view.table.sequence.empty());
    REQUIRE(view.table.finished.size() == 4);
    CHECK(view.table.dealer == view.table.finished[3].dealer);
    CHECK(view.table.finished[0].dealer == view.table.finished[2].dealer);
    CHECK(view.table.finished[0].dealer != view.table.finished[1].dealer);
    CHECK(same_cards(all_cards(state), fresh_pack()));

    ScriptedChance chance;
    std::vector<FortyOne::Event> events;
    CHECK(FortyOne::legal(state, Seat(0)).empty());
    CHECK(FortyOne::legal(state, Seat(1)).empty());
    CHECK(FortyOne::apply(state, state.turn, fortyone::Pass{}, chance, events)->reason == "The match is over.");
    CHECK(events.empty());
}

TEST_CASE("most chips win, R2: with equal chips both are first", "[rules][fortyone]") {
    bool drawn = false;
    bool won = false;
    for (std::uint8_t seed = 0; seed < 60; ++seed) {
        auto const state = random_match(seed);
        auto const result = FortyOne::view(state, Seat(0)).result.value();
        auto const zero = state.chips[Seat(0)];
        auto const one = state.chips[Seat(1)];
        CHECK(result.scores == state.chips);
        CHECK(result.reason == fortyone::Reason::chips);
        if (zero == one) {
            drawn = true;
            CHECK(to_json(result.winners) == "[0,1]");
            CHECK(to_json(result.ranks) == "[1,1]");
        } else {
            won = true;
            CHECK(to_json(result.winners) == (zero > one ? "[0]" : "[1]"));
            CHECK(to_json(result.ranks) == (zero > one ? "[1,2]" : "[2,1]"));
        }
    }
    CHECK(drawn);
    CHECK(won);
}
