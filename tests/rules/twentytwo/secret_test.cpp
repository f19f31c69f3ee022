// What each observer sees, and redeals.
#include "rules/core/seeded_chance.hpp"
#include "rules/twentytwo/judge.hpp"
#include "tests/rules/twentytwo/game.hpp"
#include "tests/support/template_oracle.hpp"

namespace tefuda::test {

using twentytwo::Options;
using twentytwo::State;

namespace {

/// Whether every play of this deal was legal with the hand that its seat must have held at that time.
bool could_have_been_played(State const& state) {
    auto hands = state.hands;
    for (auto at = state.plays.size(); at-- > 0;) {
        auto const& record = state.plays[at];
        auto& hand = hands[record.seat];
        hand.insert(hand.end(), record.cards.begin(), record.cards.end());
        Play play{Cards(record.cards.begin(), record.cards.end()), std::nullopt};
        if (!record.as.empty()) play.as.emplace(record.as.begin(), record.as.end());
        if (!std::holds_alternative<twentytwo::Verdict>(judge({state.options, hand, bar_at(state, at)}, play)))
            return false;
    }
    return true;
}

/// Checks redeals in every state of a random match. \returns how many of them differ from the state
int check_redeals(Options const& options, std::uint64_t seed) {
    Random random(seed);
    Bytes32 bytes{};
    bytes[0] = static_cast<std::uint8_t>(seed);
    SeededChance chance(bytes);
    std::vector<twentytwo::Event> events;
    auto state = TwentyTwo::start(settled(options, 4), 4, chance, events);
    int changed = 0;
    for (int step = 0; step < 120 && !TwentyTwo::over(state); ++step) {
        for (auto const observer : {Observer::spectator(), Observer(Seat(0)), Observer(Seat(3))}) {
            auto const other = TwentyTwo::redeal(state, observer, chance);
            if (!could_have_been_played(other)) FAIL("a play was not legal in " << codec::to_json(options));
            if (observer.seat()) REQUIRE(other.hands[*observer.seat()] == state.hands[*observer.seat()]);
            REQUIRE(same_cards(all_cards(other), all_cards(state)));
            if (!(other == state)) ++changed;
        }
        auto const legal = TwentyTwo::legal(state, state.turn);
        auto const action =
            fill_in(legal[static_cast<std::size_t>(below(random, static_cast<int>(legal.size())))], random);
        REQUIRE(action);
        REQUIRE_FALSE(TwentyTwo::apply(state, state.turn, *action, chance, events));
    }
    return changed;
}

} // namespace

TEST_CASE("a player sees its own hand and the sizes of the others", "[rules][twentytwo]") {
    Game game(game_22(), {"8S 3S 4S 5S 6S 7S 2S", "2H 3H 4H 5H 6H 7H 8H"});
    CHECK(game.view(Seat(0))["hands"] ==
          Json::parse(R"([["2S","3S","4S","5S","6S","7S","8S"],[null,null,null,null,null,null,null]])"));
    CHECK(game.view()["hands"][0] == game.view(Seat(0))["hands"][1]);
    CHECK(game.view()["phase"] == "exchange");
    CHECK(game.view()["result"] == nullptr);
}

TEST_CASE("only the player who exchanged sees the cards, everybody sees their number", "[rules][twentytwo]") {
    Game game(game_22(), {"2S 3S 4S 5S 6S 7S 8S", "2H 3H 4H 5H 6H 7H 8H"}, "KC AC");
    REQUIRE(game.exchange(0, "8S 2S") == "");
    CHECK(game.seen(Seat(0)) ==
          Json::parse(R"([{"type":"exchanged","seat":0,"cards":["2S","8S"],"drawn":["AC","KC"],"stock":36}])"));
    CHECK(game.seen(Seat(1)) ==
          Json::parse(R"([{"type":"exchanged","seat":0,"cards":[null,null],"drawn":[null,null],"stock":36}])"));
    CHECK(game.seen() == game.seen(Seat(1)));
    REQUIRE(game.pass(1) == "");
    CHECK(game.seen() == Json::parse(R"([{"type":"passed","seat":1},{"type":"play_started","seat":0}])"));
}

TEST_CASE("the JSON of the table for a seat", "[rules][twentytwo]") {
    Game game(game_26(), {"2S 3S 4S 5S 6S 7S XX", "2H 3H 4H 5H 6H 7H 8H"});
    game.pass_all();
    REQUIRE(game.play(0, "7S XX") == "");
    CHECK(codec::to_json(TwentyTwo::view(game.state, Seat(1)).table) ==
          R"({"deal":1,"dealer":1,"hand_size":7,"stock":94,"exchanged":[0,0],"set_aside":[],"lying":[[],[]],)"
          R"("trick":[{"seat":0,"cards":["7S","XX"],"as":["7"],"follows":true}],"tricks":[],"last_show":null,)"
          R"("draws":[["2S","AS"]]})");
    CHECK(game.seen() == Json::parse(R"([{"type":"played","seat":0,"cards":["7S","XX"],"as":["7"],"follows":true}])"));
}

TEST_CASE("a refusal does not depend on the cards of other players", "[rules][twentytwo]") {
    auto const refusal = [](std::string_view other) {
        Game game(game_22(), {"2S 3S 4S 5S 6S 7S 8S", other});
        game.pass_all();
        return game.play(0, "2H") + game.play(0, "2S 3S") + game.play(1, "2S");
    };
    CHECK(refusal("2H 3H 4H 5H 6H 7H 8H") == refusal("2D 3D 4D 5D 6D 7D 8D"));
}

TEST_CASE("in a redealt state every play of the deal was legal", "[rules][twentytwo]") {
    for (std::uint64_t seed = 0; seed < 6; ++seed)
        for (auto const& options : {game_22(), with_must(game_22()), game_26(), with_must(game_26()), game_26(2)})
            CHECK(check_redeals(options, seed) > 0);
}

TEST_CASE("a redeal gives no lower cards to a player who played lowest cards", "[rules][twentytwo]") {
    Game game(game_22(), {"KS 2H 2D 2C 3S 3H 3D", "QS QH QD QC JS JH JD"});
    game.pass_all();
    REQUIRE(game.play(0, "KS") == "");
    REQUIRE(game.play(1, "JS") == "");
    SeededChance chance(Bytes32{});
    for (int i = 0; i < 50; ++i) {
        auto const other = TwentyTwo::redeal(game.state, Seat(0), chance);
        for (auto const card : other.hands[Seat(1)]) REQUIRE((card.has(Rank::ace) || number_of(*card.rank()) >= 11));
    }
}

TEST_CASE("a redeal gives only jokers to a player who played jokers alone", "[rules][twentytwo]") {
    Game game(game_26(), {"2S 2H 2D 3S 3H 4S 4H", "XX XX XX XX 5S 5D 5C"});
    game.pass_all();
    REQUIRE(game.play(0, "2S 2H 2D") == "");
    REQUIRE(game.play(1, "5S 5D 5C") == "");
    REQUIRE(game.play(1, "XX") == "");
    SeededChance chance(Bytes32{});
    for (int i = 0; i < 20; ++i)
        REQUIRE(TwentyTwo::redeal(game.state, Seat(0), chance).hands[Seat(1)] == parse_cards("XX XX XX"));
}

TEST_CASE("must: a redeal gives no set that follows to a player who did not follow", "[rules][twentytwo]") {
    Game game(with_must(game_22()), {"9S 9H 9D 2C 3S 3H 3D", "AS KS QS JS TS 9C 8S"});
    game.pass_all();
    REQUIRE(game.play(0, "9S 9H 9D") == "");
    REQUIRE(game.play(1, "8S 9C TS") == "");
    SeededChance chance(Bytes32{});
    std::size_t pairs = 0;
    for (int i = 0; i < 100; ++i) {
        auto const other = TwentyTwo::redeal(game.state, Seat(0), chance);
        REQUIRE(could_have_been_played(other));
        auto const& hand = other.hands[Seat(1)];
        for (auto const card : hand) pairs += static_cast<std::size_t>(count(hand, card) > 1 || card.has(Rank::ten));
    }
    CHECK(pairs > 0);
}

} // namespace tefuda::test
