// What each observer sees, and redeals.
#include "rules/core/seeded_chance.hpp"
#include "tests/rules/fortyone/game.hpp"

#include <set>

using namespace tefuda;
using namespace tefuda::test;

namespace {

std::vector<Observer> const everybody{Observer(Seat(0)), Observer(Seat(1)), Observer::spectator()};

} // namespace

TEST_CASE("total and values are null while the total is open, and are filled in afterwards", "[rules][fortyone]") {
    FortyOneGame game("KS", "KH 2H 3H 4H 6H 8H", "7D 2D 3D 4D 5D 6D");
    CHECK(
        game.seen(Observer::spectator()) ==
        R"({"type":"dealt","deal":1,"dealer":1,"hands":[[null,null,null,null,null,null],[null,null,null,null,null,null]],"starter":"KS","total":null}
)");
    game.turns("KH");
    CHECK(game.table() == R"({"deal":1,"dealer":1,"starter":"KS","sequence":[{"seat":0,"card":"KH","value":null}],)"
                          R"("total":null,"finished":[]})");
    CHECK(game.seen(Seat(1)) == R"({"type":"played","seat":0,"card":"KH","value":null,"total":null}
)");
    game.turns("7D");
    CHECK(game.table() == R"({"deal":1,"dealer":1,"starter":"KS","sequence":[{"seat":0,"card":"KH","value":7},)"
                          R"({"seat":1,"card":"7D","value":7}],"total":21,"finished":[]})");
    CHECK(game.seen(Seat(0)) == R"({"type":"played","seat":1,"card":"7D","value":7,"total":21}
{"type":"valued","value":7}
{"type":"scored","seat":1,"chips":1,"cause":"total"}
)");
}

TEST_CASE("values are also filled in before a pass, and the pass stays in the sequence", "[rules][fortyone]") {
    FortyOneGame game("KS", "KH KC 3H 4H 6H 7H", "KD TD 9S 9H 9D 9C");
    game.turns("KH KD KC -");
    CHECK(game.seen(Seat(0)) == R"({"type":"passed","seat":1}
{"type":"scored","seat":0,"chips":1,"cause":"pass"}
)");
    game.turns("4H");
    CHECK(to_json(FortyOne::view(game.state(), Seat(0)).table.sequence) ==
          R"([{"seat":0,"card":"KH","value":4},{"seat":1,"card":"KD","value":4},{"seat":0,"card":"KC","value":4},)"
          R"({"seat":1,"pass":true},{"seat":0,"card":"4H","value":4}])");
}

TEST_CASE("a K shows the value that it mirrored", "[rules][fortyone]") {
    FortyOneGame game("TS", "2H KH 3H 4H 6H 7H", "JD 3D 4D 6D 7D 8D");
    game.turns("2H JD KH");
    CHECK(to_json(FortyOne::view(game.state(), Seat(0)).table.sequence) ==
          R"([{"seat":0,"card":"2H","value":2},{"seat":1,"card":"JD","value":-1},{"seat":0,"card":"KH","value":-1}])");
}

TEST_CASE("the event of a starter A's chip follows the deal", "[rules][fortyone]") {
    FortyOneGame const game("AS", "2H KH 3H 4H 6H 7H", "JD 3D 4D 6D 7D 8D");
    CHECK(
        game.seen(Seat(0)) ==
        R"({"type":"dealt","deal":1,"dealer":1,"hands":[["2H","3H","4H","6H","7H","KH"],[null,null,null,null,null,null]],"starter":"AS","total":1}
{"type":"scored","seat":1,"chips":1,"cause":"starter"}
)");
    CHECK(to_json(FortyOne::view(game.state(), Seat(0)).scores) == "[0,1]");
}

TEST_CASE("hidden cards do not influence what a player gets", "[rules][fortyone]") {
    FortyOneGame one("TS", "2H KH 3H 4H 6H 7H", "JD 3D 4D 6D 7D 8D", "9S 9H");
    FortyOneGame other("TS", "2H KH 3H 4H 6H 7H", "8C 9S JD 9H QC 3S", "3D AH");
    auto const same = [&] {
        CHECK(one.view(Seat(0)) == other.view(Seat(0)));
        CHECK(one.legal(0) == other.legal(0));
        CHECK(one.seen(Seat(0)) == other.seen(Seat(0)));
        CHECK(one.view(Observer::spectator()) == other.view(Observer::spectator()));
        CHECK(one.seen(Observer::spectator()) == other.seen(Observer::spectator()));
    };
    same();
    CHECK(one.view(Seat(1)) != other.view(Seat(1)));
    for (auto const* const turn : {"2H", "JD", "KH"}) {
        one.turns(turn);
        other.turns(turn);
        same();
    }
}

TEST_CASE("a redeal is consistent with passes, and all other cards are possible", "[rules][fortyone]") {
    FortyOneGame game("8S", "TH TC 2H AH 9H 8H", "TD 9D 8D 7D 6D 5D");
    game.turns("TH TD TC - 2H - AH - -"); // seat 1 was left with five cards, none of them below 4, no J or Q
    SeededChance chance(Bytes32{});
    std::set<Card> left;
    std::set<Card> in_hand;
    for (int i = 0; i < 300; ++i) {
        auto const other = FortyOne::redeal(game.state(), Seat(0), chance);
        CHECK(same_cards(all_cards(other), fresh_pack()));
        CHECK(to_json(FortyOne::view(other, Seat(0))) == game.view(Seat(0)));
        CHECK(other.finished[0].left[Seat(0)] == game.state().finished[0].left[Seat(0)]);
        CHECK(other.hands[Seat(0)] == game.state().hands[Seat(0)]);
        left.insert(other.finished[0].left[Seat(1)].begin(), other.finished[0].left[Seat(1)].end());
        in_hand.insert(other.hands[Seat(1)].begin(), other.hands[Seat(1)].end());
    }
    // The first pass, at 38 after a ten, rules out A, 2, 3, J and Q. The passes at 40 after a 2 and at 41 after an A
    // rule out no others. A K was not playable at any of these passes.
    for (auto const card : fresh_pack()) {
        auto const known = contains(sorted(parse_cards("8S TH TC 2H AH 9H 8H TD")), card) ||
                           std::count(game.state().hands[Seat(0)].begin(), game.state().hands[Seat(0)].end(), card) ||
                           card == game.state().deal->starter;
        auto const number = number_of(*card.rank());
        INFO(WireName<Card>::of(card));
        CHECK(left.contains(card) == (!known && number >= 4 && number != 11 && number != 12));
        CHECK(in_hand.contains(card) == !known);
    }
}

TEST_CASE("a redeal may give a K to a player who passed at 40 after a ten", "[rules][fortyone]") {
    // At 40 after a ten a K would have counted 10, so the pass does not rule it out.
    FortyOneGame game("TS", "TH TC 9H 8H 7H 6H", "TD 9D 8D 7D KD 5D");
    game.turns("TH TD TC -");
    SeededChance chance(Bytes32{});
    std::set<Card> held;
    for (int i = 0; i < 300; ++i) {
        auto const other = FortyOne::redeal(game.state(), Observer::spectator(), chance);
        held.insert(other.hands[Seat(1)].begin(), other.hands[Seat(1)].end());
    }
    CHECK(held.contains(card("KD")));
    CHECK(held.contains(card("2S")));
    CHECK_FALSE(held.contains(card("AS")));
    CHECK_FALSE(held.contains(card("QH")));
    CHECK_FALSE(held.contains(card("JC")));
}

TEST_CASE("a redeal after the end changes no view", "[rules][fortyone]") {
    SeededChance chance(Bytes32{3});
    std::vector<FortyOne::Event> events;
    auto state = FortyOne::start({}, 2, chance, events);
    while (!FortyOne::over(state)) {
        auto const action = FortyOne::legal(state, state.turn).back().action;
        REQUIRE_FALSE(FortyOne::apply(state, state.turn, action, chance, events));
    }
    for (auto const observer : everybody) {
        auto const other = FortyOne::redeal(state, observer, chance);
        CHECK(to_json(FortyOne::view(other, observer)) == to_json(FortyOne::view(state, observer)));
    }
}
