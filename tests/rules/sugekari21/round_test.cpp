#include "tests/rules/sugekari21/test_match.hpp"

using namespace tefuda;
using namespace tefuda::sugekari21;

namespace {

TestMatch four(std::vector<std::string> const& hands, int leader = 0) {
    return {Options(), hands, leader};
}

} // namespace

TEST_CASE("The leader is picked, then thirteen cards are dealt to each player, one at a time from the leader",
          "[rules][sugekari21]") {
    test::ScriptedChance chance;
    chance.picks(2).shuffles("KS QS JS TS 9S");
    Events events;
    auto const state = Sugekari21::start(Options(), 4, chance, events);
    CHECK(chance.used_up());
    CHECK(state.leader == Seat(2));
    CHECK(contains_all(state.hands[Seat(2)], parse_cards("KS 9S")));
    CHECK(contains(state.hands[Seat(3)], parse_cards("QS").front()));
    CHECK(contains(state.hands[Seat(0)], parse_cards("JS").front()));
    CHECK(contains(state.hands[Seat(1)], parse_cards("TS").front()));
    for (auto const& hand : state.hands) CHECK(hand.size() == 13);
    CHECK(state.stock.empty());
    CHECK(Sugekari21::to_act(state) == Seats{Seat(2)});
}

TEST_CASE("With two players the remaining 26 cards are the stock", "[rules][sugekari21]") {
    TestMatch match(Options(), {"AS", "2S"}, 1);
    CHECK(match.view().table.stock == 26);
    CHECK(match.view().hands[Seat(0)].hidden == 13);
    CHECK(match.view().hands[Seat(1)].hidden == 13);
}

TEST_CASE("Example 1: after 7 and 6 a 9, 7 or 6 is illegal, the 8 makes 21 and takes the round",
          "[rules][sugekari21]") {
    auto match = four({"7H", "6S", "8D 9C 7C 6C 5C JC QC KC AC 2C 3C 4C TC", "AS"});
    match.moves("7H 6S");
    CHECK(match.view().table.total == 13);
    CHECK(match.legal(2) == "8D, AC, 2C, 3C, 4C, 5C, JC, QC, KC, pass");
    CHECK(match.refusal(2, play_of("9C")) == "The total would exceed 21.");
    CHECK(match.refusal(2, play_of("7C")) == "This round already has a card of this rank.");
    CHECK(match.refusal(2, play_of("6C")) == "This round already has a card of this rank.");

    match.moves("8D");
    CHECK(match.event_types() == "played round_won round_begun");
    CHECK(text_of(match.state.captured[0]) == "6S 7H 8D");
    CHECK(match.state.captured[1].empty());
    CHECK(match.state.leader == Seat(2));
    CHECK(match.view().to_act == Seats{Seat(2)});
    CHECK(match.scores() == std::vector{3, 0, 3, 0});
}

TEST_CASE("Example 2: at 20 with the A on the table only J, Q and K may follow", "[rules][sugekari21]") {
    auto match = four({"TC", "9D", "AS", "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"});
    match.moves("TC 9D AS");
    CHECK(match.view().table.total == 20);
    CHECK(match.legal(3) == "JH, QH, KH, pass");
}

TEST_CASE(
    "Example 3: at 18 with A, 2, 3, J, Q, K on the table nobody can play, after three passes the 8 wins the round",
    "[rules][sugekari21]") {
    auto match = four({"TC KC", "AD 2H", "JH QH", "3S 8S"});
    match.moves("TC AD JH 3S KC 2H QH 8S");
    CHECK(match.view().table.total == 18);
    for (int seat = 0; seat < 3; ++seat) {
        CHECK(match.legal(seat) == "pass");
        CHECK(match.view().to_act == Seats{Seat(seat)});
        match.moves("pass");
    }
    CHECK(match.event<RoundWon>().seat == Seat(3));
    CHECK(match.event<RoundWon>().points == Points(8));
    CHECK(text_of(match.event<RoundWon>().cards) == "3S 8S 2H JH QH AD TC KC");
    CHECK(text_of(match.state.captured[1]) == "3S 8S 2H JH QH AD TC KC");
    CHECK(match.event<RoundBegun>().leader == Seat(3));
}

TEST_CASE("R13: a pass is an action, even if no card can be played", "[rules][sugekari21]") {
    auto match = four({"TC", "9D", "AS", "TH"});
    match.set_hands({"TC 5C 6C", "9D 4D 3D", "AS 2S 5S", "TH 9H 8H"}).moves("TC 9D AS");
    CHECK(match.legal(3) == "pass");
    CHECK(match.view().to_act == Seats{Seat(3)});
    CHECK(match.events.size() == 1);
}

TEST_CASE("R13: J, Q and K may follow in the first example too, although the source names only eights and lower",
          "[rules][sugekari21]") {
    auto match = four({"7H", "6S", "KC"});
    match.moves("7H 6S KC");
    CHECK(match.view().table.total == 10);
}

TEST_CASE("The leader may not pass, the others may, and may play again in their next turn", "[rules][sugekari21]") {
    auto match = four({"7H 2H", "6S 3S", "4D", "AC"});
    CHECK(match.refusal(0, Pass{}) == "You lead this round, so you have to play a card.");
    CHECK(match.legal(0).find("pass") == std::string::npos);
    match.moves("7H pass");
    CHECK(match.event<Passed>().passes == 1);
    match.moves("pass");
    CHECK(match.event<Passed>().passes == 2);
    CHECK(match.view().table.passes == 2);
    match.moves("AC");
    CHECK(match.view().table.passes == 0);
    match.moves("2H 3S");
    CHECK(match.view().table.total == 13);
    CHECK(match.view().table.round.size() == 4);
}

TEST_CASE("A total has no lower bound", "[rules][sugekari21]") {
    auto match = four({"KS", "QH", "JD", "AC"});
    match.moves("KS QH JD");
    CHECK(match.view().table.total == -6);
    match.moves("AC");
    CHECK(match.view().table.total == -5);
    CHECK(match.view().table.round.back().value == 1);
}

TEST_CASE("J, Q and K may not be repeated in a round either", "[rules][sugekari21]") {
    auto match = four({"KS", "KH", "QD", "QC"});
    match.moves("KS");
    CHECK(match.refusal(1, play_of("KH")) == "This round already has a card of this rank.");
    match.moves("pass QD");
    CHECK(match.refusal(3, play_of("QC")) == "This round already has a card of this rank.");
}

TEST_CASE("In a new round the ranks of the previous round may be played again", "[rules][sugekari21]") {
    auto match = four({"7H", "7S", "8D", "6C 7C"});
    match.moves("7H pass 8D 6C");
    CHECK(match.state.leader == Seat(3));
    CHECK(match.legal(3).find("7C") != std::string::npos);
}

TEST_CASE("A player's only card may not be a J, Q or K", "[rules][sugekari21]") {
    auto match = four({"5H", "KS", "9D", "8C"});
    match.set_hands({"5H 4H", "KS", "9D 8D", "8C 7C"}).moves("5H");
    CHECK(match.legal(1) == "pass");
    CHECK(match.refusal(1, play_of("KS")) == "A J, Q or K may not be played as your only card.");
}

TEST_CASE("R2: with two seats one pass ends the round", "[rules][sugekari21]") {
    TestMatch match(Options(), {"5H", "9D"});
    match.moves("5H pass");
    CHECK(match.event_types() == "passed round_won round_begun");
    CHECK(text_of(match.state.captured[0]) == "5H");
    CHECK(match.state.leader == Seat(0));
}

TEST_CASE("Only consecutive passes end a round", "[rules][sugekari21]") {
    auto match = four({"5H 6H", "9D", "2S", "AC"});
    match.moves("5H pass pass AC pass pass");
    CHECK(match.view().table.round.size() == 2);
    match.moves("pass");
    CHECK(match.event<RoundWon>().seat == Seat(3));
}

TEST_CASE("An illegal action is refused with a reason and changes nothing", "[rules][sugekari21]") {
    auto match = four({"7H", "6S", "AD", "2C"});
    CHECK(match.refusal(1, play_of("6S")) == "It is not your turn.");
    CHECK(match.refusal(1, Pass{}) == "It is not your turn.");
    CHECK(match.refusal(0, play_of("6S")) == "You do not hold this card.");
    CHECK(match.refusal(0, play_of("7H=half")) == "Only a joker can stand for another card.");
    CHECK(match.refusal(0, play_of("XX=half")) == "You do not hold this card.");
    CHECK(match.refusal(0, Give{parse_cards("7H")}) == "The cards are being played: play one or pass.");
    CHECK(match.refusal(0, Discard{play_of("7H").card}) == "The cards are being played: play one or pass.");
    CHECK(match.refusal(9, Pass{}) == "It is not your turn.");
    CHECK(match.legal(1).empty());
}
