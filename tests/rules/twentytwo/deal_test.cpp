// The draw for dealer, dealing and the exchange.
#include "tests/rules/twentytwo/game.hpp"

namespace tefuda::test {

using twentytwo::Options;
using twentytwo::Phase;

namespace {

/// The result of a draw for dealer and the first deal.
struct Drawing {
    twentytwo::State state;
    std::vector<twentytwo::Event> events;
    bool used_up;
};

Drawing drawn(Options const& options, int seats, std::vector<std::string_view> const& shuffles) {
    ScriptedChance chance;
    for (auto const top : shuffles) chance.shuffles(top);
    chance.shuffles("");
    Drawing drawing;
    drawing.state = TwentyTwo::start(settled(options, seats), seats, chance, drawing.events);
    drawing.used_up = chance.used_up();
    return drawing;
}

Json draws_of(Drawing const& drawing) {
    return Json::parse(codec::to_json(TwentyTwo::view(drawing.state, Observer::spectator())))["table"]["draws"];
}

} // namespace

TEST_CASE("the player who draws the highest card deals, A is the highest", "[rules][twentytwo]") {
    auto const drawing = drawn(game_22(), 4, {"KS 2H AD QC"});
    CHECK(drawing.state.dealer == Seat(2));
    CHECK(draws_of(drawing) == Json::parse(R"([["KS","2H","AD","QC"]])"));
    CHECK(drawing.used_up);
}

TEST_CASE("players who tie draw again from the remaining cards", "[rules][twentytwo]") {
    auto const drawing = drawn(game_22(), 3, {"KS 2H KD 9C 9D 3S 4S"});
    CHECK(drawing.state.dealer == Seat(2));
    CHECK(draws_of(drawing) == Json::parse(R"([["KS","2H","KD"],["9C",null,"9D"],["3S",null,"4S"]])"));
}

TEST_CASE("R13: a joker is as high as an A in the draw", "[rules][twentytwo]") {
    auto const drawing = drawn(game_26(), 3, {"7H XX AS 5C 5S 2D XX"});
    CHECK(draws_of(drawing) == Json::parse(R"([["7H","XX","AS"],[null,"5C","5S"],[null,"2D","XX"]])"));
    CHECK(drawing.state.dealer == Seat(2));
}

TEST_CASE("R1: if no cards remain for a round the whole pack is shuffled again", "[rules][twentytwo]") {
    // Two seats tie 26 times, which uses up the 52.
    Cards ties;
    for (auto const rank : all_ranks)
        for (auto const suit : all_suits) ties.emplace_back(rank, suit);
    ScriptedChance chance;
    chance.shuffles(ties).shuffles("3S 2S").shuffles("");
    std::vector<twentytwo::Event> events;
    auto const state = TwentyTwo::start(settled(game_22(), 2), 2, chance, events);
    CHECK(state.draws.size() == 27);
    CHECK(state.dealer == Seat(0));
    CHECK(chance.used_up());
}

TEST_CASE("R1: if too few cards remain for a round, they go back into the pack too", "[rules][twentytwo]") {
    // Two packs, 3 seats. All seats tie in two rounds of each rank. Then they draw K, K and 2, and the two seats with a
    // K tie in eleven rounds of clubs. One 2C is left.
    Cards ties;
    for (auto const rank : all_ranks)
        for (int twin = 0; twin < 2; ++twin)
            for (auto const suit : {Suit::spades, Suit::hearts, Suit::diamonds}) ties.emplace_back(rank, suit);
    for (auto const card : parse_cards("KC KC 2C")) ties.push_back(card);
    for (auto const rank : all_ranks)
        if (rank != Rank::king && rank != Rank::two) ties.insert(ties.end(), 2, Card(rank, Suit::clubs));
    ScriptedChance chance;
    chance.shuffles(ties).shuffles("3S 2S").shuffles("");
    std::vector<twentytwo::Event> events;
    auto const state = TwentyTwo::start(settled(two_packs(), 3), 3, chance, events);
    CHECK(state.draws.size() == 26 + 1 + 11 + 1);
    CHECK(state.dealer == Seat(0));
    CHECK(chance.used_up());
}

TEST_CASE("seven cards each in the first deal, one at a time from the dealer's left", "[rules][twentytwo]") {
    ScriptedChance chance;
    chance.shuffles("2S AS 3S").shuffles("KS KH KD QS QH QD");
    std::vector<twentytwo::Event> events;
    auto const state = TwentyTwo::start(settled(game_22(), 3), 3, chance, events);
    CHECK(state.dealer == Seat(1));
    CHECK(state.hand_size == 7);
    CHECK(contains_all(state.hands[Seat(2)], parse_cards("KS QS")));
    CHECK(contains_all(state.hands[Seat(0)], parse_cards("KH QH")));
    CHECK(contains_all(state.hands[Seat(1)], parse_cards("KD QD")));
    CHECK(state.stock.size() == 31);
    CHECK(TwentyTwo::to_act(state) == Seats{Seat(2)});
}

TEST_CASE("the first events are the draw, the dealer and the deal", "[rules][twentytwo]") {
    Game game(game_22(), {"2S 3S 4S 5S 6S 7S 8S", "2H 3H 4H 5H 6H 7H 8H"});
    CHECK(game.seen(Seat(1)) == Json::parse(R"([
        {"type":"drawn","seat":0,"round":1,"card":"2S"}, {"type":"drawn","seat":1,"round":1,"card":"AS"},
        {"type":"dealer_chosen","seat":1},
        {"type":"dealt","seat":1,"deal":1,"hand_size":7,"stock":38,"lying":[[],[]],
         "hands":[[null,null,null,null,null,null,null],["2H","3H","4H","5H","6H","7H","8H"]]}])"));
}

TEST_CASE("an exchange lays cards aside and draws as many from the top of the stock", "[rules][twentytwo]") {
    Game game(game_22(), {"2S 3S 4S 5S 6S 7S 8S", "2H 3H 4H 5H 6H 7H 8H", "2D 3D 4D 5D 6D 7D 8D"}, "KC AC 9C");
    CHECK(game.exchange(0, "8S 2S") == "");
    CHECK(game.state.hands[Seat(0)] == parse_cards("3S 4S 5S 6S 7S AC KC"));
    CHECK(game.state.stock.front() == parse_cards("9C").front());
    CHECK(game.table(Seat(0))["set_aside"] == Json::parse(R"(["2S","8S"])"));
    CHECK(game.table(Seat(1))["set_aside"] == Json::array());
    CHECK_FALSE(game.table().contains("set_aside"));
    CHECK(game.table()["exchanged"] == Json::parse("[2,null,null]"));
    CHECK(game.table()["stock"] == 29);
    CHECK(game.pass(1) == "");
    CHECK(game.table()["exchanged"] == Json::parse("[2,0,null]"));
    CHECK(game.exchange(2, "2D 3D 4D 5D 6D 7D 8D") == "");
    CHECK(game.table()["exchanged"] == Json::parse("[2,0,7]"));
    CHECK(game.state.phase == Phase::play);
    CHECK(game.state.turn == Seat(0));
    CHECK(game.last_seen("play_started") == Json::parse(R"({"type":"play_started","seat":0})"));
}

TEST_CASE("nobody may exchange more cards than the stock holds, when it is empty the exchange is over",
          "[rules][twentytwo]") {
    // 52 − 6 × 7 = 10 cards are in the stock.
    Game game(game_22(), {"2S 3S 4S 5S 6S 7S 8S", "2H 3H 4H 5H 6H 7H 8H", "2D 3D 4D 5D 6D 7D 8D",
                          "2C 3C 4C 5C 6C 7C 8C", "9S TS JS QS KS AS 9H", "TH JH QH KH AH 9D TD"});
    CHECK(game.exchange(0, "2S 3S 4S 5S 6S 7S 8S") == "");
    CHECK(game.legal(1)[1]["cards"]["choose"] == Json::parse("[1,3]"));
    CHECK(game.exchange(1, "2H 3H 4H 5H") != "");
    CHECK(game.exchange(1, "2H 3H 4H") == "");
    CHECK(game.state.phase == Phase::play);
    CHECK(game.table()["exchanged"] == Json::parse("[7,3,null,null,null,null]"));
}

TEST_CASE("an exchange of no cards, of cards not held, out of turn or during play is refused", "[rules][twentytwo]") {
    Game game(game_22(), {"2S 3S 4S 5S 6S 7S 8S", "2H 3H 4H 5H 6H 7H 8H"});
    CHECK(game.exchange(0, "") != "");
    CHECK(game.exchange(0, "2H") != "");
    CHECK(game.exchange(0, "2S 2S") != "");
    CHECK(game.exchange(1, "2H") != "");
    CHECK(game.pass(1) != "");
    CHECK(game.play(0, "2S") != "");
    game.pass_all();
    CHECK(game.exchange(0, "2S") != "");
    CHECK(game.pass(0) != "");
}

} // namespace tefuda::test
