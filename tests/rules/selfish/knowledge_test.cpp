// What each observer sees, and redeals.
#include "rules/core/seeded_chance.hpp"
#include "tests/rules/selfish/game.hpp"

#include <set>

using namespace tefuda;
using namespace tefuda::test;

TEST_CASE("only the drawer sees a drawn card until the hands are opened", "[rules][selfish]") {
    SelfishGame game({}, {"5S 5H KC 2S", "JS QH KD 3S"});
    game.say("draw");
    CHECK(game.seen(Seat(0)) == "{\"type\":\"drawn\",\"seat\":0,\"card\":\"5S\"}\n");
    CHECK(game.seen(Seat(1)) == "{\"type\":\"drawn\",\"seat\":0,\"card\":null}\n");
    CHECK(game.seen(Observer::spectator()) == "{\"type\":\"drawn\",\"seat\":0,\"card\":null}\n");
    CHECK(to_json(game.view(Observer::spectator()).hands) == "[[null],[]]");
    game.say("draw draw continue draw stop");
    CHECK(to_json(game.view(Observer::spectator()).hands) == R"([["5S","5H"],["JS","QH"]])");
}

TEST_CASE("a player's own hand is in canonical order, not in the order of drawing", "[rules][selfish]") {
    SelfishGame game({}, {"KC 5H 5S 2S", "JS QH KD 3S"});
    game.say("draw draw draw continue draw continue draw");
    CHECK(to_json(game.view(Seat(0)).hands) == R"([["5S","5H","KC"],[null,null]])");
}

TEST_CASE("before the opening hidden cards do not influence what a player gets", "[rules][selfish]") {
    selfish::Options options;
    options.coming_out = true;
    SelfishGame one(options, {"5S 5H KC 2S", "JS QH KD 3S"});
    SelfishGame other(options, {"5S 5H KC 2S", "AD 8C 7C 9S"});
    auto const same = [&] {
        for (auto const observer : {Observer(Seat(0)), Observer::spectator()}) {
            CHECK(to_json(one.view(observer)) == to_json(other.view(observer)));
            CHECK(one.seen(observer) == other.seen(observer));
        }
        CHECK(one.legal(0) == other.legal(0));
    };
    same();
    for (auto const* const word :
         {"draw", "draw", "draw", "continue", "draw", "continue", "double", "burst", "draw", "stop"}) {
        one.say(word);
        other.say(word);
        same();
    }
    CHECK(to_json(one.view(Seat(1))) != to_json(other.view(Seat(1))));
    one.say("draw");
    other.say("draw");
    CHECK(to_json(one.view(Seat(0))) != to_json(other.view(Seat(0))));
}

TEST_CASE("a redeal can put any hidden card anywhere, and keeps what the observer knows", "[rules][selfish]") {
    selfish::Options options;
    options.jokers = {2};
    SelfishGame game(options, {"5S 5H KC 2S", "JS QH KD 3S"});
    game.say("draw draw draw continue draw continue");
    SeededChance chance(Bytes32{});
    std::set<Card> held;
    for (int i = 0; i < 400; ++i) {
        auto const other = Selfish::redeal(game.state(), Seat(0), chance);
        CHECK(other.hands[Seat(0)] == game.state().hands[Seat(0)]);
        CHECK(same_cards(all_cards(other), fresh_pack(1, 2)));
        CHECK(to_json(Selfish::view(other, Seat(0))) == to_json(game.view(Seat(0))));
        held.insert(other.hands[Seat(1)].begin(), other.hands[Seat(1)].end());
    }
    CHECK(held.size() == 51); // the 53 different cards except 5S and 5H
}

TEST_CASE("after the opening a redeal changes only the order of the pack", "[rules][selfish]") {
    SelfishGame game({}, {"AS 7S", "2H 6H"});
    game.say("draw draw draw stop draw");
    CHECK(game.phase() == "sudden_death");
    SeededChance chance(Bytes32{});
    auto const other = Selfish::redeal(game.state(), Observer::spectator(), chance);
    CHECK(other.hands == game.state().hands);
    CHECK(other.stock != game.state().stock);
    CHECK(same_cards(other.stock, game.state().stock));
}
