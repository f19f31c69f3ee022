#include "tests/rules/sugekari21/test_match.hpp"

using namespace tefuda;
using namespace tefuda::sugekari21;

namespace {

/// The last game of a match with jokers; both sides have equal scores.
TestMatch last_game(std::vector<std::string_view> const& hands) {
    TestMatch match(spiced(Exchange::none, 3, true), {"", "", "", ""});
    match.state.game = 3;
    match.state.results = {{Points(5), Points(5)}, {Points(5), Points(5)}};
    match.set_hands(hands);
    return match;
}

} // namespace

TEST_CASE("A joker counts as a rank already played in the round and may repeat it", "[rules][sugekari21]") {
    auto match = last_game({"7H 2H", "XX 2D", "6S 7C", "2S 3S"});
    match.moves("7H");
    CHECK(match.legal(1) == "2D, XX=7, pass");
    CHECK(match.refusal(1, play_of("XX=6")) == "A joker stands only for a rank that lies in this round.");
    CHECK(match.refusal(1, play_of("XX")) == "Say which card the joker stands for.");
    match.moves("XX=7");
    CHECK(match.view().table.total == 14);
    CHECK(match.view().table.round.back() == RoundPlay{Seat(1), Card::joker(), JokerRole(Rank::seven), 7});
    CHECK(match.event<Played>().as == JokerRole(Rank::seven));
    CHECK(match.event<Played>().value == 7);
}

TEST_CASE("R9: a joker may also stand for a J, Q or K already played in the round", "[rules][sugekari21]") {
    auto match = last_game({"9H KH", "KS 2D", "XX 3C", "2S 3S"});
    match.moves("9H KS");
    CHECK(match.legal(2) == "3C, XX=9, XX=K, XX=half, pass");
    match.moves("XX=K");
    CHECK(match.view().table.total == 3);
}

TEST_CASE("A joker as a rank may not bring the total over 21", "[rules][sugekari21]") {
    auto match = last_game({"8H 2H", "7S 2D", "XX 3C", "XX 3S"});
    match.moves("8H 7S");
    CHECK(match.legal(2) == "3C, pass");
    CHECK(match.refusal(2, play_of("XX=8")) == "The total would exceed 21.");
    CHECK(match.refusal(2, play_of("XX=half")) == "A joker halves only an even total.");
}

TEST_CASE("A joker that makes 21 takes the round", "[rules][sugekari21]") {
    auto match = last_game({"7H 2H", "4D 2D", "XX 3C", "AS XX"});
    match.moves("7H pass XX=7 XX=7");
    CHECK(match.event<RoundWon>().seat == Seat(3));
    CHECK(match.event<RoundWon>().points == Points(1 - 10));
}

TEST_CASE("A joker has no rank of its own and blocks no rank in the round", "[rules][sugekari21]") {
    auto match = last_game({"XX 7H 9H", "8D 2D", "XX 3C", "AS 3S"});
    match.moves("XX=half 8D");
    CHECK(match.legal(2) == "3C, XX=8, XX=half, pass");
    match.moves("XX=half AS 7H");
    CHECK(match.view().table.total == 12);
}

TEST_CASE("A joker that halves an even total has no value", "[rules][sugekari21]") {
    auto match = last_game({"8H 2H", "XX 2D", "8S 3C", "3S 4S"});
    match.moves("8H XX=half");
    CHECK(match.view().table.total == 4);
    CHECK(match.view().table.round.back() == RoundPlay{Seat(1), Card::joker(), JokerRole::half(), std::nullopt});
    CHECK_FALSE(match.event<Played>().value);
}

TEST_CASE("R10: a joker may be led as half, and a negative even total is halved too", "[rules][sugekari21]") {
    auto match = last_game({"XX 2H", "QD 2D", "8S 3C", "3S 4S"});
    CHECK(match.legal(0) == "2H, XX=half");
    match.moves("XX=half");
    CHECK(match.view().table.total == 0);

    auto negative = last_game({"QH 2H", "XX 2D", "8S 3C", "3S 4S"});
    negative.moves("QH XX=half");
    CHECK(negative.view().table.total == -1);
}

TEST_CASE("R10: a negative odd total is not halved", "[rules][sugekari21]") {
    auto match = last_game({"KH 2H", "XX 2D", "8S 3C", "3S 4S"});
    match.moves("KH");
    CHECK(match.legal(1) == "2D, XX=K, pass");
}

TEST_CASE("R11: as the only card a joker may stand for a number or halve, but not stand for a J, Q or K",
          "[rules][sugekari21]") {
    auto match = last_game({"8H KH", "KS 3D", "AC 2C", "XX"});
    match.moves("8H KS AC");
    CHECK(match.legal(3) == "XX=A, XX=8, XX=half, pass");
    CHECK(match.refusal(3, play_of("XX=K")) == "As your only card a joker may not stand for a J, Q or K.");
}

TEST_CASE("A captured joker does not count as a card and costs five", "[rules][sugekari21]") {
    auto match = last_game({"8H 2H", "XX 2D", "3C 4C", "XX 4S"});
    match.moves("8H XX=half 3C pass pass pass");
    CHECK(match.event<RoundWon>().points == Points(2 - 5));
    CHECK(text_of(match.event<RoundWon>().cards) == "8H 3C XX");
    CHECK(match.scores() == std::vector{10 + 2 - 5, 10, 10 + 2 - 5, 10});
}

TEST_CASE("The side that goes out takes all jokers, then other cards in the order played", "[rules][sugekari21]") {
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
    auto match = last_game(one.hands);
    match.moves(one.moves);
    CHECK(text_of(match.event<GoneOut>().cards) == one.taken);
    CHECK(match.event<GoneOut>().points == Points(one.points));
    CHECK(match.view().table.results.back()[one.side] == Points(one.points));
}

TEST_CASE("R12: captures in a game may become negative", "[rules][sugekari21]") {
    auto match = last_game({"XX", "2D 3D", "3C 4C", "3S 4S"});
    match.set_captured(1, "XX").moves("XX=half");
    CHECK(match.view().table.results.back() == PerSide<Points>{Points(-5), Points(-5)});
    CHECK(match.view().result->reason == Reason::outs);
    CHECK(match.view().result->winners == Seats{Seat(0), Seat(2)});
    CHECK(match.view().result->scores[Seat(1)] == Points(5));
}

TEST_CASE("R3: a player whose only card is a joker can lead it as half", "[rules][sugekari21]") {
    auto match = last_game({"5H XX", "2D 3D", "3C 4C", "3S 4S"});
    match.moves("5H pass pass pass");
    CHECK(match.event<RoundBegun>().leader == Seat(0));
    CHECK(match.legal(0) == "XX=half");
}
