// The evaluation of hands.
#include "rules/selfish/hand.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda;
using namespace tefuda::selfish;

namespace {

struct Row {
    char const* hand;
    char const* kind;
    int score;
};

void check(Scoring scoring, std::vector<Row> const& rows) {
    for (auto const& row : rows) {
        INFO(row.hand);
        auto const cards = parse_cards(row.hand);
        auto const opened = evaluate(Hand(cards.begin(), cards.end()), scoring);
        CHECK(WireName<HandKind>::of(opened.hand) == row.kind);
        CHECK(opened.score.value == row.score);
        CHECK(std::equal(opened.cards.begin(), opened.cards.end(), cards.begin(), cards.end()));
    }
}

} // namespace

TEST_CASE("a hand counts its numbers: A 1, J 11, Q 12, K 13", "[rules][selfish]") {
    check(Scoring::full, {
                             {"AS 2S", "none", 3},
                             {"AS TH", "none", 11},
                             {"9S JS", "none", 20},
                             {"9S QS", "none", 21},
                             {"9S KS", "none", 22},
                             {"2S 3H 4D 5C", "none", 14},
                         });
}

TEST_CASE("a Double has a bonus of 10, two pairs of 20, a Triple of 20", "[rules][selfish]") {
    check(Scoring::full, {
                             {"5S 5H KC", "double", 33},
                             {"5S 5H", "double", 20},
                             {"5S 5H 6D 7C", "double", 33},
                             {"5S 6S 5H 6D", "two_pairs", 42},
                             {"5S 5H 5D", "triple", 35},
                             {"5S KS 5H 5D", "triple", 48},
                             {"AS KS KH KC", "triple", 60},
                         });
}

TEST_CASE("four of a number are a Selfish, its score is the total without bonus", "[rules][selfish]") {
    check(Scoring::full, {{"AS AH AD AC", "selfish", 4}, {"KS KH KD KC", "selfish", 52}});
}

TEST_CASE("a hand of only J, Q and K is a Burst, whatever its size and pairs", "[rules][selfish]") {
    check(Scoring::full, {
                             {"JS QH", "burst", 0},
                             {"JS QH KD", "burst", 0},
                             {"KS KH", "burst", 0},
                             {"KS KH KD QC", "burst", 0},
                             {"JS QS JH QH", "burst", 0},
                             {"JS TS", "none", 21},
                         });
}

TEST_CASE("with simple scoring only Burst counts", "[rules][selfish]") {
    check(Scoring::simple, {
                               {"5S 5H KC", "none", 23},
                               {"5S 6S 5H 6D", "none", 22},
                               {"5S 5H 5D 5C", "none", 20},
                               {"KS KH KD KC", "burst", 0},
                               {"JS QH", "burst", 0},
                               {"5S XX", "none", 18},
                               {"5S 5H XX XX", "none", 36},
                               {"KS KH KD XX", "burst", 0},
                               {"XX XX", "burst", 0},
                           });
}

TEST_CASE("a joker stands for the number that gives the best result", "[rules][selfish]") {
    check(Scoring::full, {
                             {"5S 5H 5D XX", "selfish", 20},
                             {"5S 5H XX XX", "selfish", 20},
                             {"KS KH XX XX", "selfish", 52},
                             {"QS QH QD XX", "selfish", 48},
                             {"5S 9H XX", "double", 33},       // 5 9 9
                             {"AS 2H XX", "none", 16},         // 1 2 K; a Double makes 15
                             {"9S XX", "double", 28},          // 9 9
                             {"5S 5H XX", "triple", 35},       // 5 5 5; with a K 33
                             {"AS AH XX", "double", 25},       // 1 1 K; a Triple makes 23
                             {"2S 9S 9H XX", "triple", 49},    // two pairs 42
                             {"2S 2H 9D XX", "two_pairs", 42}, // a Triple makes 35
                             {"5S 9H XX XX", "triple", 52},    // 5 9 9 9; with two kings 50
                             {"AS 2H XX XX", "double", 39},    // 1 2 K K
                             {"5S KH XX XX", "triple", 64},    // 5 K K K
                             {"7S XX XX", "double", 43},       // 7 K K; 7 7 7 makes 41
                         });
}

TEST_CASE("if a joker gives the same score in several ways, the kind is the last of none, double, two_pairs, triple",
          "[rules][selfish]") {
    check(Scoring::full, {
                             {"3S XX", "double", 16},       // 3 K, or 3 3
                             {"3S 3H XX", "triple", 29},    // 3 3 K, or 3 3 3
                             {"AS 3H XX", "double", 17},    // 1 3 K, or 1 3 3
                             {"8S XX XX", "triple", 44},    // 8 8 8, or 8 K K
                             {"AS 3S 3H XX", "triple", 30}, // 1 3 3 K, or 1 3 3 3
                         });
}

TEST_CASE("R2: a hand of only J, Q, K and jokers is a Burst unless it is a Selfish", "[rules][selfish]") {
    check(Scoring::full, {
                             {"KS XX", "burst", 0},
                             {"JS QH KD XX", "burst", 0},
                             {"KS KH QD XX", "burst", 0},
                             {"KS KH XX", "burst", 0},
                             {"JS QH XX XX", "burst", 0},
                             {"XX XX", "burst", 0},
                             {"KS KH KD XX", "selfish", 52},
                         });
}

TEST_CASE("a joker drawn face up counts 13, and selfish_number is the number of the four cards", "[rules][selfish]") {
    CHECK(selfish::number_of(Card::joker()) == 13);
    CHECK(selfish::number_of(Card(Rank::ace, Suit::spades)) == 1);
    CHECK(selfish_number({{}, HandKind::selfish, Points(20)}) == 5);
}
