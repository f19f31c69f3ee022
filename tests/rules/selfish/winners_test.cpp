// Winners, and the sudden death.
#include "tests/rules/selfish/game.hpp"

using namespace tefuda;
using namespace tefuda::test;

namespace {

selfish::Options forced(selfish::SelfishTie tie = selfish::SelfishTie::sudden_death, int jokers = 0) {
    selfish::Options options;
    options.turns = selfish::Turns::forced;
    options.selfish_tie = tie;
    options.jokers = {jokers};
    return options;
}

} // namespace

TEST_CASE("the highest total among the hands that are not a Burst wins", "[rules][selfish]") {
    SelfishGame game(forced(), {"TS TH 2S 3S", "JS QS KS KH", "AS 4S 5S 6S"});
    game.to_the_opening();
    CHECK(game.result() == R"({"winners":[0],"ranks":[1,2,2],"scores":[35,0,16],"reason":"total"})");
}

TEST_CASE("a single Selfish wins outright, even against a higher total", "[rules][selfish]") {
    SelfishGame game(forced(), {"KS KH KD TS", "AS AH AD AC"});
    game.to_the_opening();
    CHECK(game.result() == R"({"winners":[1],"ranks":[2,1],"scores":[69,4],"reason":"selfish"})");
}

TEST_CASE("with simple scoring a Selfish has no effect", "[rules][selfish]") {
    auto options = forced();
    options.scoring = selfish::Scoring::simple;
    SelfishGame game(options, {"KS KH KD TS", "AS AH AD AC"});
    game.to_the_opening();
    CHECK(game.result() == R"({"winners":[0],"ranks":[1,2],"scores":[49,4],"reason":"total"})");
}

TEST_CASE("with selfish_tie higher the Selfish with the highest number wins", "[rules][selfish]") {
    SelfishGame game(forced(selfish::SelfishTie::higher), {"5S 5H 5D 5C", "9S 9H 9D 9C", "TS TH TD KS"});
    game.to_the_opening();
    CHECK(game.result() == R"({"winners":[1],"ranks":[2,1,2],"scores":[20,36,63],"reason":"selfish"})");
}

TEST_CASE("with selfish_tie sudden_death only the players with a Selfish play a sudden death", "[rules][selfish]") {
    SelfishGame game(forced(), {"5S 5H 5D 5C", "TS TH TD KS", "9S 9H 9D 9C"}, Seat(1), "8H 7D");
    game.to_the_opening();
    CHECK(game.phase() == "sudden_death");
    CHECK(game.to_act() == 2); // in turn order from seat 1
    CHECK(game.legal(2) == R"([{"type":"draw"}])");
    CHECK(game.seen(Seat(1)).ends_with("{\"type\":\"round_begun\",\"contenders\":[2,0]}\n"));
    CHECK(to_json(game.view(Seat(1)).scores) == "[20,63,36]");
    game.say("draw");
    CHECK(game.seen(Observer::spectator()) == "{\"type\":\"turned_up\",\"seat\":2,\"card\":\"8H\"}\n");
    CHECK(game.to_act() == 0);
    game.say("draw");
    CHECK(game.result() == R"({"winners":[2],"ranks":[2,2,1],"scores":[20,63,36],"reason":"sudden_death"})");
}

TEST_CASE("players who tie for the highest total play a sudden death, and play on if they tie again",
          "[rules][selfish]") {
    // 1 2 3 7 and 1 2 4 6 are 13; 1 2 3 4 is 10.
    SelfishGame game(forced(), {"AS 2S 3S 7S", "AH 2H 3H 4H", "AC 2C 4C 6C"}, Seat(0), "7H 7D QS AD");
    game.to_the_opening();
    CHECK(game.table().ends_with(R"("sudden_death":[[]]})"));
    game.say("draw draw");
    CHECK(game.phase() == "sudden_death");
    CHECK(game.table().ends_with(R"("sudden_death":[[{"seat":0,"card":"7H"},{"seat":2,"card":"7D"}],[]]})"));
    CHECK(game.seen(Seat(1)) == R"({"type":"turned_up","seat":2,"card":"7D"}
{"type":"round_begun","contenders":[0,2]}
)");
    CHECK(game.state().hands[Seat(0)].size() == 4);
    CHECK(game.state().stock.size() == 38);
    CHECK(same_cards(all_cards(game.state()), fresh_pack()));
    game.say("draw draw");
    CHECK(game.result() == R"({"winners":[0],"ranks":[1,2,2],"scores":[13,10,13],"reason":"sudden_death"})");
    CHECK(game.table().ends_with(R"(,[{"seat":0,"card":"QS"},{"seat":2,"card":"AD"}]]})"));
}

TEST_CASE("in a sudden death only the players who tie for the highest number play on", "[rules][selfish]") {
    // 1 + 7, 2 + 6 and 3 + 5 are 8.
    SelfishGame game({}, {"AS 7S", "2H 6H", "3C 5C"}, Seat(1), "KS 4D KH 9S 8S");
    game.say("draw draw draw draw stop draw draw");
    CHECK(game.phase() == "sudden_death");
    game.say("draw draw draw"); // seat 1 K, seat 2 4, seat 0 K
    CHECK(game.seen(Seat(2)).ends_with("{\"type\":\"round_begun\",\"contenders\":[1,0]}\n"));
    CHECK(game.legal(2) == "[]");
    game.say("draw draw");
    CHECK(to_json(game.view(Seat(0)).result->winners) == "[1]");
}

TEST_CASE("a joker drawn in a sudden death counts 13", "[rules][selfish]") {
    auto options = forced(selfish::SelfishTie::sudden_death, 1);
    SelfishGame game(options, {"AS 2S 3S 7S", "AC 2C 4C 6C"}, Seat(0), "XX KD QS");
    game.to_the_opening();
    game.say("draw draw");
    CHECK(game.phase() == "sudden_death");
    CHECK(game.table().ends_with(R"([[{"seat":0,"card":"XX"},{"seat":1,"card":"KD"}],[]]})"));
}

TEST_CASE("R3: if all hands are a Burst nobody wins, and all seats have rank 1", "[rules][selfish]") {
    SelfishGame game({}, {"JS QS", "KS KH", "JH QH"});
    game.say("draw draw draw draw stop draw draw");
    CHECK(game.result() == R"({"winners":[],"ranks":[1,1,1],"scores":[0,0,0],"reason":"all_burst"})");
    CHECK(game.phase() == "over");
}

TEST_CASE("R4: if the pack has too few cards for a round, all cards are gathered and shuffled", "[rules][selfish]") {
    // Thirteen players draw the whole pack. The tens and the threes are one Selfish each.
    std::vector<std::string_view> hands{"TS TH TD TC", "3S 3H 3D 3C", "AS 2S 4S 5S", "AH 2H 4H 5H", "AD 2D 4D 5D",
                                        "AC 2C 4C 5C", "6S 7S 8S 9S", "6H 7H 8H 9H", "6D 7D 8D 9D", "6C 7C 8C 9C",
                                        "JS QS KS JH", "QH KH JD QD", "KD JC QC KC"};
    ScriptedChance chance;
    chance.shuffles(deal_of(hands)).picks(0).shuffles("KD KS 9C 2S");
    std::vector<Selfish::Event> events;
    auto state = Selfish::start(forced(), 13, chance, events);
    while (!state.opened) {
        events.clear();
        REQUIRE_FALSE(Selfish::apply(state, state.to_act, selfish::Draw{}, chance, events));
    }
    CHECK(chance.used_up());
    CHECK(state.stock.size() == 52);
    CHECK(same_cards(all_cards(state), fresh_pack()));
    auto const view = Selfish::view(state, Seat(4));
    CHECK(to_json(view.hands) == "[[],[],[],[],[],[],[],[],[],[],[],[],[]]");
    CHECK(to_json(view.table.opened->operator[](Seat(1))) ==
          R"({"cards":["3S","3H","3D","3C"],"hand":"selfish","score":12})");
    CHECK(to_json(Selfish::event_for(events.at(2), Seat(4))) == R"({"type":"gathered","stock":52})");
    // The cards were sorted before the shuffle, so after the scripted top the others are in canonical order.
    CHECK(state.stock[4] == parse_cards("AS").front());
    CHECK(state.stock[5] == parse_cards("3S").front());

    REQUIRE_FALSE(Selfish::apply(state, Seat(0), selfish::Draw{}, chance, events));
    REQUIRE_FALSE(Selfish::apply(state, Seat(1), selfish::Draw{}, chance, events)); // K and K
    CHECK(state.stock.size() == 50);
    CHECK(same_cards(all_cards(state), fresh_pack()));
    REQUIRE_FALSE(Selfish::apply(state, Seat(0), selfish::Draw{}, chance, events));
    REQUIRE_FALSE(Selfish::apply(state, Seat(1), selfish::Draw{}, chance, events));
    CHECK(to_json(Selfish::view(state, Seat(0)).result->winners) == "[0]");
    CHECK(to_json(Selfish::view(state, Seat(0)).table.sudden_death) ==
          R"([[{"seat":0,"card":"KD"},{"seat":1,"card":"KS"}],[{"seat":0,"card":"9C"},{"seat":1,"card":"2S"}]])");
}

TEST_CASE("R4: if the pack runs out between two rounds, the cards on the table are gathered too", "[rules][selfish]") {
    // The two players with a Selfish draw the last two cards, both jokers. They tie, and the pack is empty.
    std::vector<std::string_view> hands{"TS TH TD TC", "3S 3H 3D 3C", "AS 2S 4S 5S", "AH 2H 4H 5H", "AD 2D 4D 5D",
                                        "AC 2C 4C 5C", "6S 7S 8S 9S", "6H 7H 8H 9H", "6D 7D 8D 9D", "6C 7C 8C 9C",
                                        "JS QS KS JH", "QH KH JD QD", "KD JC QC KC"};
    ScriptedChance chance;
    chance.shuffles(deal_of(hands, Seat(0), "XX XX")).picks(0).shuffles("4S XX");
    std::vector<Selfish::Event> events;
    auto state = Selfish::start(forced(selfish::SelfishTie::sudden_death, 2), 13, chance, events);
    while (!state.opened) REQUIRE_FALSE(Selfish::apply(state, state.to_act, selfish::Draw{}, chance, events));
    CHECK(state.stock.size() == 2);
    CHECK(state.hands[Seat(0)].size() == 4);
    REQUIRE_FALSE(Selfish::apply(state, Seat(0), selfish::Draw{}, chance, events));
    CHECK(state.hands[Seat(0)].size() == 4);
    REQUIRE_FALSE(Selfish::apply(state, Seat(1), selfish::Draw{}, chance, events));
    CHECK(chance.used_up());
    CHECK(state.stock.size() == 54);
    CHECK(state.hands[Seat(0)].empty());
    CHECK(same_cards(all_cards(state), fresh_pack(1, 2)));
    REQUIRE_FALSE(Selfish::apply(state, Seat(0), selfish::Draw{}, chance, events));
    REQUIRE_FALSE(Selfish::apply(state, Seat(1), selfish::Draw{}, chance, events));
    CHECK(to_json(Selfish::view(state, Seat(0)).result->winners) == "[1]");
}
