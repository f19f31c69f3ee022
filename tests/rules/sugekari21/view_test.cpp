#include "protocol/codec/encode.hpp"
#include "rules/core/seeded_chance.hpp"
#include "tests/rules/sugekari21/test_match.hpp"

#include <set>

using namespace tefuda;
using namespace tefuda::sugekari21;

namespace {

/// The second game of a match with all spices. Seat 1 leads, seats 1 and 3 have discarded, and all seats have given.
TestMatch second_game() {
    TestMatch match(spiced(Exchange::hearts, 3, true), {"", "", "", ""});
    match.state.phase = Phase::play;
    match.set_hands({"5H", "4D 6D", "3C 6C", "2S 6S"});
    match.set_captured(0, "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H 3H 4H 6H 7H");
    match.set_captured(1, "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AC 2C");
    match.chance.shuffles(pack_of({"TD 2C 3C", "8D AD 2D 3D", "XX AH 2H 3H", "XX KS 7D 6C"}, Seat(1), "4D 9C", 2));
    match.moves("5H");
    match.discard(1, "4D").discard(3, "9C");
    match.give(0, "TD 2C 3C").give(1, "AD 2D 3D").give(2, "AH 2H 3H").give(3, "KS 7D 6C");
    return match;
}

} // namespace

TEST_CASE("The JSON of the table for a seat and for a spectator", "[rules][sugekari21]") {
    auto match = second_game();
    match.moves("8D XX=half XX=8");
    match.set_captured(1, "5H 2S");
    std::string const for_all =
        R"({"game":2,"bout":1,"leader":1,"round":[{"seat":1,"card":"8D","value":8},)"
        R"({"seat":2,"card":"XX","as":"half"},{"seat":3,"card":"XX","as":"8","value":8}],"total":12,"passes":0,)"
        R"("captured":[[],["2S","5H"]],"outs":[1,0],"results":[[20,15]],"stock":0,"chosen":[])";
    CHECK(codec::to_json(match.view().table) == for_all + "}");
    CHECK(codec::to_json(match.view(Seat(3)).table) ==
          for_all + R"(,"given":{"cards":["KS","7D","6C"],"seat":2},"received":{"cards":["TD","2C","3C"],"seat":0},)"
                    R"("discarded":["9C"]})");
    CHECK(codec::to_json(match.view(Seat(2)).table).ends_with(R"("discarded":[]})"));
}

TEST_CASE("A seat without an exchange has null for given and received", "[rules][sugekari21]") {
    TestMatch match(Options(), {"", "", "", ""});
    CHECK(codec::to_json(match.view(Seat(0)).table)
              .ends_with(R"("chosen":[],"given":null,"received":null,"discarded":[]})"));
}

TEST_CASE("hands has the observer's own hand in full, and of other hands the known cards, then a null per other card",
          "[rules][sugekari21]") {
    auto match = second_game();
    CHECK(match.view(Seat(3)).hands[Seat(3)].hidden == 0);
    CHECK(match.hand_seen_by(Seat(3), 2) == "KS 7D 6C +10");
    CHECK(match.hand_seen_by(Seat(3), 0) == " +13");
    CHECK(match.hand_seen_by(Seat(0), 3) == "TD 2C 3C +10");
    CHECK(match.hand_seen_by(Observer::spectator(), 0) == " +13");
    CHECK(codec::to_json(match.view(Seat(3)).hands[Seat(2)]).starts_with(R"(["KS","7D","6C",null,)"));
}

TEST_CASE("A deal shows each seat its own hand and a spectator none", "[rules][sugekari21]") {
    TestMatch match(Options(), {"AS", "2S", "3S", "4S"}, 2);
    auto const own = match.event<SeenDealt>(Seat(1));
    CHECK(own.leader == Seat(2));
    CHECK(own.phase == Phase::play);
    CHECK(own.hands[Seat(1)].known == match.state.hands[Seat(1)]);
    CHECK(own.hands[Seat(0)] == SeenCards::face_down(13));
    for (auto const& hand : match.event<SeenDealt>().hands) CHECK(hand == SeenCards::face_down(13));
}

TEST_CASE("All observers get the same public events", "[rules][sugekari21]") {
    auto match = second_game();
    match.moves("8D XX=half XX=8");
    CHECK(codec::to_json(match.event<Played>(Seat(0))) ==
          R"({"type":"played","seat":3,"card":"XX","as":"8","value":8,"total":12})");
    CHECK(codec::to_json(match.event<Played>()) == codec::to_json(match.event<Played>(Seat(3))));
}

TEST_CASE("A redeal keeps the cards that the observer knows and moves the others", "[rules][sugekari21]") {
    auto const match = second_game();
    test::ScriptedChance reversed;
    // First all cards that seat 3 does not know, jokers on top; then the gifts between other seats.
    reversed.shuffles("XX").shuffles("").shuffles("");
    auto const other = Sugekari21::redeal(match.state, Seat(3), reversed);
    CHECK(other.hands[Seat(3)] == match.state.hands[Seat(3)]);
    CHECK(other.discards[Seat(3)] == match.state.discards[Seat(3)]);
    CHECK(contains_all(other.hands[Seat(2)], parse_cards("KS 7D 6C")));
    CHECK(contains(other.hands[Seat(0)], Card::joker()));
    CHECK(all_cards(other) == all_cards(match.state));
    CHECK_FALSE(other == match.state);
}

TEST_CASE("A redeal keeps what the passing of the lead has revealed about an only card", "[rules][sugekari21]") {
    TestMatch match(Options(), {"", "", "", ""});
    // Seat 0 wins and can't lead its K; seat 1 can lead its single card.
    match.set_hands({"5H KS", "4D", "3C 2C JC", "2S QS"}).moves("5H pass pass pass");
    REQUIRE(match.state.leader == Seat(1));
    std::set<std::string> kings;
    std::set<std::string> leads;
    Bytes32 seed{};
    SeededChance chance(seed);
    for (int i = 0; i < 200; ++i) {
        auto const other = Sugekari21::redeal(match.state, Observer::spectator(), chance);
        kings.insert(text_of(other.hands[Seat(0)]));
        leads.insert(text_of(other.hands[Seat(1)]));
    }
    CHECK(kings == std::set<std::string>{"JC", "KS", "QS"});
    CHECK(leads == std::set<std::string>{"2C", "2S", "3C", "4D"});
}

TEST_CASE("In a redeal an only card laid aside after a deadlock stays a J, Q or K", "[rules][sugekari21]") {
    TestMatch match(for_two(TwoPlayer::redeal), {"5H", "JD"});
    match.set_hands({"5H KS", "JD"}).chance.shuffles("");
    match.moves("5H pass");
    SeededChance chance(Bytes32{});
    for (int i = 0; i < 50; ++i) {
        auto const other = Sugekari21::redeal(match.state, Seat(1), chance);
        CHECK(other.laid_aside[Seat(1)] == match.state.laid_aside[Seat(1)]);
        CHECK(is_face(*other.laid_aside[Seat(0)].front().rank()));
    }
}

TEST_CASE("A redeal during the exchange moves the cards given by others, not those given by the observer",
          "[rules][sugekari21]") {
    TestMatch match(spiced(Exchange::hearts), {"AS 2S 3S", "AH 2H 3H", "AD 2D 3D", "AC 2C 3C"});
    match.give(0, "AS 2S 3S").give(1, "AH 2H 3H");
    SeededChance chance(Bytes32{});
    auto const other = Sugekari21::redeal(match.state, Seat(0), chance);
    CHECK(other.gifts[Seat(0)] == match.state.gifts[Seat(0)]);
    CHECK(other.gifts[Seat(1)]->size() == 3);
    CHECK_FALSE(other.gifts[Seat(1)] == match.state.gifts[Seat(1)]);
    CHECK(all_cards(other) == all_cards(match.state));
}

TEST_CASE("A redeal leaves cards drawn face up in their hand", "[rules][sugekari21]") {
    TestMatch match(for_two(TwoPlayer::refill), {"5H", "9D"}, 0, "7C 7D 8C 8D");
    match.moves("5H pass");
    SeededChance chance(Bytes32{});
    auto const other = Sugekari21::redeal(match.state, Seat(1), chance);
    CHECK(contains(other.hands[Seat(0)], parse_cards("7C").front()));
    CHECK_FALSE(other.stock == match.state.stock);
}
