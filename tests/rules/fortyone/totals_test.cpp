// The values of cards, and the totals that give chips.
#include "tests/rules/fortyone/game.hpp"

using namespace tefuda;
using namespace tefuda::test;

namespace {

struct Row {
    char const* claim;
    char const* starter;
    char const* leader;
    char const* dealer;
    char const* turns;
    std::optional<int> total;
    int leader_chips;
    int dealer_chips;
};

void check(std::vector<Row> const& rows) {
    for (auto const& row : rows) {
        INFO(row.claim);
        FortyOneGame game(row.starter, row.leader, row.dealer);
        game.turns(row.turns);
        CHECK(game.total() == row.total);
        CHECK(game.chips(0) == row.leader_chips);
        CHECK(game.chips(1) == row.dealer_chips);
    }
}

} // namespace

TEST_CASE("cards are added to the starter, and 1, 11, 21, 31 and 41 give chips", "[rules][fortyone]") {
    auto const* const low = "2H 3H AH JH QH KH";
    auto const* const high = "TD 9D 8D 7D AD QD";
    check({
        {"a 6 and an 8 make 14", "6S", "8H 2S 3S 4S 5S 7S", high, "8H", 14, 0, 0},
        {"a starter A gives the dealer a chip", "AS", low, high, "", 1, 0, 1},
        {"a starter J is -1 and gives nothing", "JS", low, high, "", -1, 0, 0},
        {"a starter Q is 0", "QS", low, high, "", 0, 0, 0},
        {"a starter ten is 10", "TS", low, high, "", 10, 0, 0},
        {"a 2 on a starter J makes 1", "JS", low, high, "2H", 1, 1, 0},
        {"an A on a starter Q makes 1", "QS", low, high, "AH", 1, 1, 0},
        {"11", "TS", low, high, "AH", 11, 1, 0},
        {"21", "9S", low, high, "3H 9D", 21, 0, 1},
        {"31", "TS", "TH TC 2H 3H 4H 5H", high, "TH AD TC", 31, 1, 1},
        {"40 gives nothing", "TS", "TH TC 2H 3H 4H 5H", high, "TH TD TC", 40, 0, 0},
        {"41 gives two", "TS", "TH TC 2H 3H 4H 5H", high, "TH TD TC AD", 41, 0, 2},
    });
}

TEST_CASE("R4: a total scores each time it is reached, by any card, also from above", "[rules][fortyone]") {
    check({
        {"a Q after 41, and a K after that", "TS", "TH TC QS 2H 3H 4H", "TD AH KS 7D 8D 9D", "TH TD TC AH QS KS", 41, 2,
         4},
        {"down to 11 by a J", "TS", "2H 3H 4H 5H 6H 7H", "JS 2D 3D 4D 5D 6D", "2H JS", 11, 0, 1},
        {"and 11 again by a Q", "TS", "2H QH 4H 5H 6H 7H", "JS 2D 3D 4D 5D 6D", "2H JS QH", 11, 1, 1},
        {"down from 0 to -1, up to 1", "QS", "JH 2H 4H 5H 6H 7H", "2D 3D 4D 5D 6D 7D", "JH 2D", 1, 0, 1},
    });
}

TEST_CASE("R5: a K has the value of the card before it", "[rules][fortyone]") {
    check({
        {"the starter", "5S", "KH 2H 3H 4H 6H 7H", "2D 3D 4D 6D 7D 8D", "KH", 10, 0, 0},
        {"a K after a K the same again", "5S", "KH 2H 3H 4H 6H 7H", "KD 3D 4D 6D 7D 8D", "KH KD", 15, 0, 0},
        {"after an A", "TS", "TH KH 3H 4H 6H 7H", "AD 3D 4D 6D 7D 8D", "TH AD KH", 22, 0, 1},
        {"after a J -1", "TS", "2H KH 3H 4H 6H 7H", "JD 3D 4D 6D 7D 8D", "2H JD KH", 10, 0, 1},
        {"after a Q 0", "TS", "AH KH 3H 4H 6H 7H", "QD 3D 4D 6D 7D 8D", "AH QD KH", 11, 2, 1},
        {"past a pass", "8S", "TH TC 5H 6H 7H 9H", "TD AD KD 2D 3D 4D", "TH TD TC AD - KD", 40, 0, 1},
    });
}

TEST_CASE("a starter K, and each K right after it, gets the value of the first other card", "[rules][fortyone]") {
    auto const* const high = "TD 9S 9H 9D 9C KD";
    check({
        {"the starter alone has no value", "KS", "7H 2H 3H 4H 6H KH", high, "", {}, 0, 0},
        {"a K on it has none", "KS", "7H 2H 3H 4H 6H KH", high, "KH", {}, 0, 0},
        {"K, K and 7 are 21", "KS", "KH 2H 3H 4H 6H 8H", "7D 2D 3D 4D 5D 6D", "KH 7D", 21, 0, 1},
        {"K and 7 are 14", "KS", "7H 2H 3H 4H 6H KH", high, "7H", 14, 0, 0},
        {"R1: K and A are 2, and the dealer gets nothing", "KS", "AH 2H 3H 4H 6H KH", high, "AH", 2, 0, 0},
        {"K and J are -2", "KS", "JH 2H 3H 4H 6H KH", high, "JH", -2, 0, 0},
        {"K, K and Q are 0, and the next K mirrors the Q", "KS", "KH KC 3H 4H 6H 7H", "QD 3D 4D 6D 7D 8D", "KH QD KC",
         0, 0, 0},
        {"four kings and an 8 are 40", "KS", "KH KC 3H 4H 6H 7H", "KD 8D 9S 9H 9D 9C", "KH KD KC 8D", 40, 0, 0},
        {"a pass gives its chip while the total is open",
         "KS",
         "KH KC 3H 4H 6H 7H",
         "KD TD 9S 9H 9D 9C",
         "KH KD KC -",
         {},
         1,
         0},
        {"and the card after it closes the total", "KS", "KH KC 3H 4H 6H 7H", "KD TD 9S 9H 9D 9C", "KH KD KC - 4H", 20,
         1, 0},
        {"a K after the closing card mirrors it", "KS", "KH 2H 3H 4H 6H 7H", "7D KD 3D 4D 5D 6D", "KH 7D 2H KD", 25, 0,
         1},
    });
}

TEST_CASE("a card that closes the total is legal if the resulting total is 41 or less", "[rules][fortyone]") {
    FortyOneGame game("KS", "KH KC 3H 4H 6H 7H", "KD 8D 8S 9H TD AC");
    game.turns("KH KD KC");
    CHECK(game.legal(1) == R"([{"type":"play","card":"8S"},{"type":"play","card":"8D"},{"type":"play","card":"AC"}])");
    CHECK(game.act(Seat(1), fortyone::Play{card("9H")})->reason == "With that card the total would be more than 41.");
}

TEST_CASE("a card may be played if the total stays at 41 or less", "[rules][fortyone]") {
    FortyOneGame game("TS", "TH TC 3H 4H 6H 7H", "TD AC JS QH KD 2C");
    game.turns("TH TD TC");
    CHECK(game.legal(1) == R"([{"type":"play","card":"JS"},{"type":"play","card":"QH"},{"type":"play","card":"AC"}])");
    CHECK(game.legal(0) == "[]");
    CHECK(game.act(Seat(1), fortyone::Play{card("KD")})->reason == "With that card the total would be more than 41.");
    CHECK_FALSE(game.act(Seat(1), fortyone::Play{card("AC")}));
}
