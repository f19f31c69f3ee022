#include "tests/rules/sugekari21/sitting.hpp"

using namespace tefuda;
using namespace tefuda::sugekari21;

namespace {

Sitting four(std::vector<std::string> const& hands, int leader = 0) {
    return {Options(), hands, leader};
}

} // namespace

TEST_CASE("The leader is picked, then the cards go round one at a time from the leader, thirteen to each") {
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

TEST_CASE("Of two hands 26 cards are left over as the stock") {
    Sitting sitting(Options(), {"AS", "2S"}, 1);
    CHECK(sitting.view().table.stock == 26);
    CHECK(sitting.view().hands[Seat(0)].hidden == 13);
    CHECK(sitting.view().hands[Seat(1)].hidden == 13);
}

TEST_CASE("Example 1: after 7 and 6 no 9 and no second 7 or 6; the 8 makes 21 and takes the round") {
    auto sitting = four({"7H", "6S", "8D 9C 7C 6C 5C JC QC KC AC 2C 3C 4C TC", "AS"});
    sitting.moves("7H 6S");
    CHECK(sitting.view().table.total == 13);
    CHECK(sitting.legal(2) == "8D, AC, 2C, 3C, 4C, 5C, JC, QC, KC, pass");
    CHECK(sitting.refusal(2, play_of("9C")) == "The total would exceed 21.");
    CHECK(sitting.refusal(2, play_of("7C")) == "A card of this rank lies in this round already.");
    CHECK(sitting.refusal(2, play_of("6C")) == "A card of this rank lies in this round already.");

    sitting.moves("8D");
    CHECK(sitting.story() == "played round_won round_begun");
    CHECK(text_of(sitting.state.captured[0]) == "6S 7H 8D");
    CHECK(sitting.state.captured[1].empty());
    CHECK(sitting.state.leader == Seat(2));
    CHECK(sitting.view().to_act == Seats{Seat(2)});
    CHECK(sitting.scores() == std::vector{3, 0, 3, 0});
}

TEST_CASE("Example 2: at 20 with the A on the table only J, Q and K may follow") {
    auto sitting = four({"TC", "9D", "AS", "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"});
    sitting.moves("TC 9D AS");
    CHECK(sitting.view().table.total == 20);
    CHECK(sitting.legal(3) == "JH, QH, KH, pass");
}

TEST_CASE("Example 3: at 18 with A, 2, 3, J, Q, K on the table nobody can play; three passes give it to the 8") {
    auto sitting = four({"TC KC", "AD 2H", "JH QH", "3S 8S"});
    sitting.moves("TC AD JH 3S KC 2H QH 8S");
    CHECK(sitting.view().table.total == 18);
    for (int seat = 0; seat < 3; ++seat) {
        CHECK(sitting.legal(seat) == "pass");
        CHECK(sitting.view().to_act == Seats{Seat(seat)});
        sitting.moves("pass");
    }
    CHECK(sitting.event<RoundWon>().seat == Seat(3));
    CHECK(sitting.event<RoundWon>().points == Points(8));
    CHECK(text_of(sitting.event<RoundWon>().cards) == "3S 8S 2H JH QH AD TC KC");
    CHECK(text_of(sitting.state.captured[1]) == "3S 8S 2H JH QH AD TC KC");
    CHECK(sitting.event<RoundBegun>().leader == Seat(3));
}

TEST_CASE("R13: a pass is an action, also where nothing can be played") {
    auto sitting = four({"TC", "9D", "AS", "TH"});
    sitting.hold({"TC 5C 6C", "9D 4D 3D", "AS 2S 5S", "TH 9H 8H"}).moves("TC 9D AS");
    CHECK(sitting.legal(3) == "pass");
    CHECK(sitting.view().to_act == Seats{Seat(3)});
    CHECK(sitting.events.size() == 1);
}

TEST_CASE("R13: J, Q and K follow also where the source's first example speaks of eights and lower only") {
    auto sitting = four({"7H", "6S", "KC"});
    sitting.moves("7H 6S KC");
    CHECK(sitting.view().table.total == 10);
}

TEST_CASE("Who leads may not pass; everybody else may, and may play again in the next turn") {
    auto sitting = four({"7H 2H", "6S 3S", "4D", "AC"});
    CHECK(sitting.refusal(0, Pass{}) == "Who leads a round may not pass.");
    CHECK(sitting.legal(0).find("pass") == std::string::npos);
    sitting.moves("7H pass");
    CHECK(sitting.event<Passed>().passes == 1);
    sitting.moves("pass");
    CHECK(sitting.event<Passed>().passes == 2);
    CHECK(sitting.view().table.passes == 2);
    sitting.moves("AC");
    CHECK(sitting.view().table.passes == 0);
    sitting.moves("2H 3S");
    CHECK(sitting.view().table.total == 13);
    CHECK(sitting.view().table.round.size() == 4);
}

TEST_CASE("A total has no lower bound") {
    auto sitting = four({"KS", "QH", "JD", "AC"});
    sitting.moves("KS QH JD");
    CHECK(sitting.view().table.total == -6);
    sitting.moves("AC");
    CHECK(sitting.view().table.total == -5);
    CHECK(sitting.view().table.round.back().value == 1);
}

TEST_CASE("J, Q and K are ranks like the others: none twice in a round") {
    auto sitting = four({"KS", "KH", "QD", "QC"});
    sitting.moves("KS");
    CHECK(sitting.refusal(1, play_of("KH")) == "A card of this rank lies in this round already.");
    sitting.moves("pass QD");
    CHECK(sitting.refusal(3, play_of("QC")) == "A card of this rank lies in this round already.");
}

TEST_CASE("A new round forgets the ranks of the one before") {
    auto sitting = four({"7H", "7S", "8D", "6C 7C"});
    sitting.moves("7H pass 8D 6C");
    CHECK(sitting.state.leader == Seat(3));
    CHECK(sitting.legal(3).find("7C") != std::string::npos);
}

TEST_CASE("A player's only card may not be a J, Q or K") {
    auto sitting = four({"5H", "KS", "9D", "8C"});
    sitting.hold({"5H 4H", "KS", "9D 8D", "8C 7C"}).moves("5H");
    CHECK(sitting.legal(1) == "pass");
    CHECK(sitting.refusal(1, play_of("KS")) == "A J, Q or K may not be played as your only card.");
}

TEST_CASE("R2: with two seats one pass ends the round") {
    Sitting sitting(Options(), {"5H", "9D"});
    sitting.moves("5H pass");
    CHECK(sitting.story() == "passed round_won round_begun");
    CHECK(text_of(sitting.state.captured[0]) == "5H");
    CHECK(sitting.state.leader == Seat(0));
}

TEST_CASE("A pass after each of two plays ends nothing: passes count in succession") {
    auto sitting = four({"5H 6H", "9D", "2S", "AC"});
    sitting.moves("5H pass pass AC pass pass");
    CHECK(sitting.view().table.round.size() == 2);
    sitting.moves("pass");
    CHECK(sitting.event<RoundWon>().seat == Seat(3));
}

TEST_CASE("What can't be done is refused with its reason and changes nothing") {
    auto sitting = four({"7H", "6S", "AD", "2C"});
    CHECK(sitting.refusal(1, play_of("6S")) == "It is not your turn.");
    CHECK(sitting.refusal(1, Pass{}) == "It is not your turn.");
    CHECK(sitting.refusal(0, play_of("6S")) == "You do not hold this card.");
    CHECK(sitting.refusal(0, play_of("7H=half")) == "Only a joker is played as something else.");
    CHECK(sitting.refusal(0, play_of("XX=half")) == "You do not hold this card.");
    CHECK(sitting.refusal(0, Give{parse_cards("7H")}) == "The cards are being played: play one or pass.");
    CHECK(sitting.refusal(0, Discard{play_of("7H").card}) == "The cards are being played: play one or pass.");
    CHECK(sitting.refusal(9, Pass{}) == "It is not your turn.");
    CHECK(sitting.legal(1).empty());
}
