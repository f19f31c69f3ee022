#include "tests/rules/sugekari21/sitting.hpp"

using namespace tefuda;
using namespace tefuda::sugekari21;

namespace {

Sitting four(Exchange exchange, int games = 1) {
    return {spiced(exchange, games), {"AS 2S 3S 4S", "AH 2H 3H 4H", "AD 2D 3D 4D", "AC 2C 3C 4C"}};
}

void give_aces(Sitting& sitting) {
    sitting.give(0, "AS 2S 3S").give(1, "AH 2H 3H").give(2, "AD 2D 3D").give(3, "AC 2C 3C");
}

} // namespace

TEST_CASE("The exchange waits for everybody at once, whoever leads") {
    auto sitting = four(Exchange::hearts);
    CHECK(sitting.view().phase == Phase::give);
    CHECK(sitting.view().to_act == all_seats(4));
    CHECK(sitting.legal(2).starts_with("give 3 of "));
    auto const choices = Sugekari21::legal(sitting.state, Seat(2));
    REQUIRE(choices.size() == 1);
    CHECK(choices.front().cards->min == 3);
    CHECK(choices.front().cards->max == 3);
    CHECK(choices.front().cards->from == sitting.state.hands[Seat(2)]);
    sitting.give(2, "2D AD 3D");
    CHECK(sitting.view().to_act == Seats{Seat(0), Seat(1), Seat(3)});
    CHECK(sitting.view().table.chosen == Seats{Seat(2)});
    CHECK(sitting.legal(2).empty());
}

TEST_CASE("Given cards leave the hand at once and are picked up when all have given") {
    auto sitting = four(Exchange::hearts);
    sitting.give(0, "3S AS 2S");
    CHECK(sitting.story() == "given");
    CHECK(sitting.state.hands[Seat(0)].size() == 10);
    CHECK(sitting.state.hands[Seat(1)].size() == 13);
    sitting.give(3, "AC 2C 3C").give(1, "AH 2H 3H");
    CHECK(sitting.state.hands[Seat(1)].size() == 10);
    sitting.give(2, "AD 2D 3D");
    CHECK(sitting.story() == "given received received received received phase_begun");
    CHECK(sitting.event<PhaseBegun>().phase == Phase::play);
    CHECK(sitting.view().phase == Phase::play);
    CHECK(sitting.view().table.chosen.empty());
    CHECK(sitting.view().to_act == Seats{Seat(0)});
    for (auto const& hand : sitting.state.hands) CHECK(hand.size() == 13);
    CHECK(contains_all(sitting.state.hands[Seat(1)], parse_cards("AS 2S 3S 4H")));
}

TEST_CASE("hearts: a single game goes to the left; in a match game 1 left, 2 right, 3 across; partner: always across") {
    struct Case {
        Exchange exchange;
        int game;
        int to_of_0;
        int to_of_3;
    };
    auto const one = GENERATE(values<Case>({
        {Exchange::hearts, 1, 1, 0},
        {Exchange::hearts, 2, 3, 2},
        {Exchange::hearts, 3, 2, 1},
        {Exchange::partner, 1, 2, 1},
        {Exchange::partner, 2, 2, 1},
        {Exchange::partner, 3, 2, 1},
    }));
    auto sitting = four(one.exchange, one.game == 1 ? 1 : 3);
    for (int game = 1; game < one.game; ++game) {
        give_aces(sitting);
        sitting.hold({"5H", "4D 6D", "3C 6C", "2S 6S"});
        sitting.state.turn = Seat(0);
        sitting.chance.shuffles(pack_of({"AS 2S 3S 4S", "AH 2H 3H 4H", "AD 2D 3D 4D", "AC 2C 3C 4C"}, Seat(1)));
        sitting.moves("5H");
        CHECK(sitting.view(Seat(0)).phase == Phase::give);
        CHECK_FALSE(*sitting.view(Seat(0)).table.given);
        CHECK_FALSE(*sitting.view(Seat(0)).table.received);
    }
    give_aces(sitting);
    CHECK(contains_all(sitting.state.hands[Seat(one.to_of_0)], parse_cards("AS 2S 3S")));
    CHECK(contains_all(sitting.state.hands[Seat(one.to_of_3)], parse_cards("AC 2C 3C")));
    CHECK((*sitting.view(Seat(0)).table.given)->seat == Seat(one.to_of_0));
    CHECK((*sitting.view(Seat(one.to_of_3)).table.received)->seat == Seat(3));
}

TEST_CASE("given and received are null until they are made, and a spectator has neither") {
    auto sitting = four(Exchange::hearts);
    CHECK_FALSE(*sitting.view(Seat(0)).table.given);
    sitting.give(0, "3S AS 2S");
    auto const own = sitting.view(Seat(0)).table;
    REQUIRE(*own.given);
    CHECK(text_of((*own.given)->cards) == "AS 2S 3S");
    CHECK_FALSE(*own.received);
    CHECK_FALSE(*sitting.view(Seat(1)).table.received);
    sitting.give(1, "AH 2H 3H").give(2, "AD 2D 3D").give(3, "AC 2C 3C");
    auto const done = sitting.view(Seat(0)).table;
    CHECK(text_of((*done.received)->cards) == "AC 2C 3C");
    CHECK((*done.received)->seat == Seat(3));
    CHECK_FALSE(sitting.view().table.given);
    CHECK_FALSE(sitting.view().table.received);
    CHECK_FALSE(sitting.view().table.discarded);
}

TEST_CASE("Who has given is public, what is not, not even to the receiver before all have given") {
    auto sitting = four(Exchange::hearts);
    sitting.give(0, "3S AS 2S");
    for (auto const observer : {Observer(Seat(1)), Observer(Seat(2)), Observer::spectator()}) {
        auto const given = sitting.event<Given>(observer);
        CHECK(given.seat == Seat(0));
        CHECK(given.to == Seat(1));
        CHECK(given.cards == SeenCards::face_down(3));
    }
    CHECK(text_of(sitting.event<Given>(Seat(0)).cards) == "AS 2S 3S");
    CHECK(sitting.sees(Seat(0), 1) == " +13");
    CHECK(sitting.sees(Seat(1), 0) == " +10");
}

TEST_CASE("Giver and receiver see what is picked up, nobody else") {
    auto sitting = four(Exchange::hearts);
    give_aces(sitting);
    auto const received_by_1 = [&](Observer observer) {
        for (auto const& event : sitting.events) {
            auto const seen = Sugekari21::event_for(event, observer);
            auto const* one = std::get_if<Received>(&seen);
            if (one && one->seat == Seat(1)) return text_of(one->cards);
        }
        return std::string("nothing");
    };
    CHECK(received_by_1(Seat(0)) == "AS 2S 3S");
    CHECK(received_by_1(Seat(1)) == "AS 2S 3S");
    CHECK(received_by_1(Seat(2)) == " +3");
    CHECK(received_by_1(Observer::spectator()) == " +3");
}

TEST_CASE("The giver sees the cards it gave in the receiver's hand until they are played; nobody else does") {
    auto sitting = four(Exchange::hearts);
    give_aces(sitting);
    CHECK(sitting.sees(Seat(0), 1) == "AS 2S 3S +10");
    CHECK(sitting.sees(Seat(2), 1) == " +13");
    CHECK(sitting.sees(Seat(3), 1) == " +13");
    CHECK(sitting.sees(Observer::spectator(), 1) == " +13");
    CHECK(sitting.sees(Seat(1), 0) == " +13");
    sitting.moves("4S 2S");
    CHECK(sitting.sees(Seat(0), 1) == "AS 3S +10");
    sitting.moves("3H pass pass 5H");
    CHECK(sitting.sees(Seat(0), 1) == "AS 3S +9");
}

TEST_CASE("Of two jokers in a hand the known one counts as played first") {
    auto sitting = four(Exchange::hearts, 3);
    sitting.hold({"XX 2S 3S 4S 5S", "XX 2H 3H 4H 5H", "AD 2D 3D 4D 5D", "AC 2C 3C 4C 5C"});
    sitting.give(0, "XX 2S 3S").give(1, "3H 4H 5H").give(2, "AD 2D 3D").give(3, "AC 2C 3C");
    CHECK(sitting.sees(Seat(0), 1) == "2S 3S XX +2");
    CHECK(sitting.sees(Seat(1), 1) == "2S 3S 2H XX XX");
    sitting.moves("4S XX=half");
    CHECK(sitting.sees(Seat(0), 1) == "2S 3S +2");
}

TEST_CASE("What is no choice of three cards held is refused, and a choice is final") {
    auto sitting = four(Exchange::partner);
    CHECK(sitting.refusal(0, Give{parse_cards("AS 2S")}) == "Give exactly three cards.");
    CHECK(sitting.refusal(0, Give{parse_cards("AS 2S 3S 4S")}) == "Give exactly three cards.");
    CHECK(sitting.refusal(0, Give{parse_cards("AS AS 2S")}) == "You do not hold all of these cards.");
    CHECK(sitting.refusal(0, Give{parse_cards("AS 2S AH")}) == "You do not hold all of these cards.");
    CHECK(sitting.refusal(0, play_of("AS")) == "Everybody gives three cards first.");
    CHECK(sitting.refusal(0, Pass{}) == "Everybody gives three cards first.");
    CHECK(sitting.refusal(0, Discard{play_of("AS").card}) == "Everybody gives three cards first.");
    sitting.give(0, "AS 2S 3S");
    CHECK(sitting.refusal(0, Give{parse_cards("4S 5S 6S")}) == "You have given your three cards already.");
    CHECK(sitting.refusal(7, Give{parse_cards("4S 5S 6S")}) != "");
}
