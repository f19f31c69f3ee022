#include "tests/rules/sugekari21/sitting.hpp"

using namespace tefuda;
using namespace tefuda::sugekari21;

namespace {

/// The last game of a match with jokers, all square so far.
Sitting last_game(std::vector<std::string_view> const& hands) {
    Sitting sitting(spiced(Exchange::none, 3, true), {"", "", "", ""});
    sitting.state.game = 3;
    sitting.state.results = {{Points(5), Points(5)}, {Points(5), Points(5)}};
    sitting.hold(hands);
    return sitting;
}

} // namespace

TEST_CASE("A joker counts as a rank that lies in the round and may repeat it") {
    auto sitting = last_game({"7H 2H", "XX 2D", "6S 7C", "2S 3S"});
    sitting.moves("7H");
    CHECK(sitting.legal(1) == "2D, XX=7, pass");
    CHECK(sitting.refusal(1, play_of("XX=6")) == "A joker stands only for a rank that lies in this round.");
    CHECK(sitting.refusal(1, play_of("XX")) == "A joker names what it is played as.");
    sitting.moves("XX=7");
    CHECK(sitting.view().table.total == 14);
    CHECK(sitting.view().table.round.back() == RoundPlay{Seat(1), Card::joker(), As(Rank::seven), 7});
    CHECK(sitting.event<Played>().as == As(Rank::seven));
    CHECK(sitting.event<Played>().value == 7);
}

TEST_CASE("R9: a joker stands for a J, Q or K that lies in the round too") {
    auto sitting = last_game({"9H KH", "KS 2D", "XX 3C", "2S 3S"});
    sitting.moves("9H KS");
    CHECK(sitting.legal(2) == "3C, XX=9, XX=K, XX=half, pass");
    sitting.moves("XX=K");
    CHECK(sitting.view().table.total == 3);
}

TEST_CASE("A joker as a rank may not bring the total over 21") {
    auto sitting = last_game({"8H 2H", "7S 2D", "XX 3C", "XX 3S"});
    sitting.moves("8H 7S");
    CHECK(sitting.legal(2) == "3C, pass");
    CHECK(sitting.refusal(2, play_of("XX=8")) == "The total would exceed 21.");
    CHECK(sitting.refusal(2, play_of("XX=half")) == "A joker halves only an even total.");
}

TEST_CASE("A joker that makes 21 takes the round") {
    auto sitting = last_game({"7H 2H", "4D 2D", "XX 3C", "AS XX"});
    sitting.moves("7H pass XX=7 XX=7");
    CHECK(sitting.event<RoundWon>().seat == Seat(3));
    CHECK(sitting.event<RoundWon>().points == Points(1 - 10));
}

TEST_CASE("A joker has no rank and blocks none; one played as a rank is no card of it") {
    auto sitting = last_game({"XX 7H 9H", "8D 2D", "XX 3C", "AS 3S"});
    sitting.moves("XX=half 8D");
    CHECK(sitting.legal(2) == "3C, XX=8, XX=half, pass");
    sitting.moves("XX=half AS 7H");
    CHECK(sitting.view().table.total == 12);
}

TEST_CASE("A joker halves an even total and has no value then") {
    auto sitting = last_game({"8H 2H", "XX 2D", "8S 3C", "3S 4S"});
    sitting.moves("8H XX=half");
    CHECK(sitting.view().table.total == 4);
    CHECK(sitting.view().table.round.back() == RoundPlay{Seat(1), Card::joker(), As::half(), std::nullopt});
    CHECK_FALSE(sitting.event<Played>().value);
}

TEST_CASE("R10: a joker may be led as half, and a negative even total is halved too") {
    auto sitting = last_game({"XX 2H", "QD 2D", "8S 3C", "3S 4S"});
    CHECK(sitting.legal(0) == "2H, XX=half");
    sitting.moves("XX=half");
    CHECK(sitting.view().table.total == 0);

    auto negative = last_game({"QH 2H", "XX 2D", "8S 3C", "3S 4S"});
    negative.moves("QH XX=half");
    CHECK(negative.view().table.total == -1);
}

TEST_CASE("R10: a negative odd total is not halved") {
    auto sitting = last_game({"KH 2H", "XX 2D", "8S 3C", "3S 4S"});
    sitting.moves("KH");
    CHECK(sitting.legal(1) == "2D, XX=K, pass");
}

TEST_CASE("R11: as the only card a joker may not stand for a J, Q or K, but for a number and as half") {
    auto sitting = last_game({"8H KH", "KS 3D", "AC 2C", "XX"});
    sitting.moves("8H KS AC");
    CHECK(sitting.legal(3) == "XX=A, XX=8, XX=half, pass");
    CHECK(sitting.refusal(3, play_of("XX=K")) == "As your only card a joker may not stand for a J, Q or K.");
}

TEST_CASE("Captured jokers count no card and cost five each") {
    auto sitting = last_game({"8H 2H", "XX 2D", "3C 4C", "XX 4S"});
    sitting.moves("8H XX=half 3C pass pass pass");
    CHECK(sitting.event<RoundWon>().points == Points(2 - 5));
    CHECK(text_of(sitting.event<RoundWon>().cards) == "8H 3C XX");
    CHECK(sitting.scores() == std::vector{10 + 2 - 5, 10, 10 + 2 - 5, 10});
}

TEST_CASE("Who goes out takes all the jokers, then the others in the order played") {
    struct Case {
        std::vector<std::string_view> hands;
        std::string moves;
        std::size_t side;
        std::string taken;
        int points;
    };
    auto const one = GENERATE(values<Case>({
        // N 1, j 1: n 1
        {{"XX", "2D 3D", "3C 4C", "3S 4S"}, "XX=half", 0, "XX", -5},
        // N 2, j 2: n 2, more than half
        {{"XX 2H", "XX", "3C 4C", "3S 4S"}, "XX=half XX=half", 1, "XX XX", -10},
        // N 3, j 2: n 2
        {{"XX 2H", "8D 9D", "XX", "3S 4S"}, "XX=half 8D XX=half", 0, "XX XX", -10},
        // N 5, j 1: n 3, the joker and the first two others
        {{"8H AH", "2D 3D", "XX 4C", "3S 4S"}, "8H 2D XX=half 3S AH", 0, "8H 2D XX", -3},
        // N 4, j 2: n 2
        {{"8H AH", "XX 3D", "XX 4C", "3S"}, "8H XX=half XX=half 3S", 1, "XX XX", -10},
    }));
    auto sitting = last_game(one.hands);
    sitting.moves(one.moves);
    CHECK(text_of(sitting.event<GoneOut>().cards) == one.taken);
    CHECK(sitting.event<GoneOut>().points == Points(one.points));
    CHECK(sitting.view().table.results.back()[one.side] == Points(one.points));
}

TEST_CASE("R12: captures in a game may become negative") {
    auto sitting = last_game({"XX", "2D 3D", "3C 4C", "3S 4S"});
    sitting.captured(1, "XX").moves("XX=half");
    CHECK(sitting.view().table.results.back() == PerSide<Points>{Points(-5), Points(-5)});
    CHECK(sitting.view().result->reason == Reason::outs);
    CHECK(sitting.view().result->winners == Seats{Seat(0), Seat(2)});
    CHECK(sitting.view().result->scores[Seat(1)] == Points(5));
}

TEST_CASE("R3: a single joker is led by its holder, as half") {
    auto sitting = last_game({"5H XX", "2D 3D", "3C 4C", "3S 4S"});
    sitting.moves("5H pass pass pass");
    CHECK(sitting.event<RoundBegun>().leader == Seat(0));
    CHECK(sitting.legal(0) == "XX=half");
}
