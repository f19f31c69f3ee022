#include "rules/core/check_engine.hpp"
#include "tests/example_game/dice.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/scripted_chance.hpp"

using namespace tefuda;

static_assert(check_engine<DiceGame>());

TEST_CASE("a game of dice conforms, without cards and without hands", "[rules][dice][conformance]") {
    test::check_conformance<DiceGame>();
}

TEST_CASE("a choice of dice is a template like any other", "[rules][dice]") {
    auto const legal = dice::any_of({6, 1, 6});
    CHECK(codec::to_json(legal) == R"({"type":"keep","items":{"choose":[0,3],"from":[6,1,6]}})");
    CHECK(test::allows(legal, dice::Action(dice::Keep{{6, 6}})));
    CHECK_FALSE(test::allows(legal, dice::Action(dice::Keep{{1, 1}})));
}

TEST_CASE("the result of a game with teams has the team of each seat, and a view without hands has none",
          "[rules][dice]") {
    Bytes32 const seed{};
    SeededChance chance(seed);
    std::vector<DiceGame::Event> events;
    auto state = DiceGame::start({}, 2, chance, events);
    for (int seat = 0; seat < 2; ++seat)
        REQUIRE_FALSE(DiceGame::apply(state, Seat(seat), dice::Keep{}, chance, events));
    auto const view = codec::to_json(DiceGame::view(state, Observer::spectator()));
    CHECK(view.find(R"("team":[0,1])") != view.npos);
    CHECK(view.find("hands") == view.npos);
}

TEST_CASE("a shuffle of dice draws what a shuffle of as many cards draws", "[rules][dice]") {
    Bytes32 const seed{7};
    SeededChance one(seed);
    SeededChance other(seed);
    auto const pack = parse_cards("AS 2S 3S 4S 5S");
    auto cards = pack;
    InplaceVector<int, 5> numbers{1, 2, 3, 4, 5};
    one.shuffle(cards);
    other.shuffle(numbers);
    for (std::size_t i = 0; i < 5; ++i) CHECK(number_of(cards[i].rank().value()) == numbers[i]);
}
