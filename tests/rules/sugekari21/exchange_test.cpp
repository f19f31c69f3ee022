#include "tests/rules/sugekari21/test_match.hpp"

using namespace tefuda;
using namespace tefuda::sugekari21;

namespace {

TestMatch four(Exchange exchange, int games = 1) {
    return {spiced(exchange, games), {"AS 2S 3S 4S", "AH 2H 3H 4H", "AD 2D 3D 4D", "AC 2C 3C 4C"}};
}

void give_aces(TestMatch& match) {
    match.give(0, "AS 2S 3S").give(1, "AH 2H 3H").give(2, "AD 2D 3D").give(3, "AC 2C 3C");
}

} // namespace

TEST_CASE("The exchange waits for all seats at the same time", "[rules][sugekari21]") {
    auto match = four(Exchange::hearts);
    CHECK(match.view().phase == Phase::give);
    CHECK(match.view().to_act == all_seats(4));
    CHECK(match.legal(2).starts_with("give 3 of "));
    auto const choices = Sugekari21::legal(match.state, Seat(2));
    REQUIRE(choices.size() == 1);
    CHECK(choices.front().cards->min == 3);
    CHECK(choices.front().cards->max == 3);
    CHECK(choices.front().cards->from == match.state.hands[Seat(2)]);
    match.give(2, "2D AD 3D");
    CHECK(match.view().to_act == Seats{Seat(0), Seat(1), Seat(3)});
    CHECK(match.view().table.chosen == Seats{Seat(2)});
    CHECK(match.legal(2).empty());
}

TEST_CASE("Given cards leave the hand at once and are picked up when all seats have given", "[rules][sugekari21]") {
    auto match = four(Exchange::hearts);
    match.give(0, "3S AS 2S");
    CHECK(match.event_types() == "given");
    CHECK(match.state.hands[Seat(0)].size() == 10);
    CHECK(match.state.hands[Seat(1)].size() == 13);
    match.give(3, "AC 2C 3C").give(1, "AH 2H 3H");
    CHECK(match.state.hands[Seat(1)].size() == 10);
    match.give(2, "AD 2D 3D");
    CHECK(match.event_types() == "given received received received received phase_begun");
    CHECK(match.event<PhaseBegun>().phase == Phase::play);
    CHECK(match.view().phase == Phase::play);
    CHECK(match.view().table.chosen.empty());
    CHECK(match.view().to_act == Seats{Seat(0)});
    for (auto const& hand : match.state.hands) CHECK(hand.size() == 13);
    CHECK(contains_all(match.state.hands[Seat(1)], parse_cards("AS 2S 3S 4H")));
}

TEST_CASE("hearts: left in game 1 and in a single game, right in game 2, across in game 3, partner: always across",
          "[rules][sugekari21]") {
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
    auto match = four(one.exchange, one.game == 1 ? 1 : 3);
    for (int game = 1; game < one.game; ++game) {
        give_aces(match);
        match.set_hands({"5H", "4D 6D", "3C 6C", "2S 6S"});
        match.state.turn = Seat(0);
        match.chance.shuffles(pack_of({"AS 2S 3S 4S", "AH 2H 3H 4H", "AD 2D 3D 4D", "AC 2C 3C 4C"}, Seat(1)));
        match.moves("5H");
        CHECK(match.view(Seat(0)).phase == Phase::give);
        CHECK_FALSE(*match.view(Seat(0)).table.given);
        CHECK_FALSE(*match.view(Seat(0)).table.received);
    }
    give_aces(match);
    CHECK(contains_all(match.state.hands[Seat(one.to_of_0)], parse_cards("AS 2S 3S")));
    CHECK(contains_all(match.state.hands[Seat(one.to_of_3)], parse_cards("AC 2C 3C")));
    CHECK((*match.view(Seat(0)).table.given)->seat == Seat(one.to_of_0));
    CHECK((*match.view(Seat(one.to_of_3)).table.received)->seat == Seat(3));
}

TEST_CASE("given and received are null until the seat has given or received, and a spectator has neither",
          "[rules][sugekari21]") {
    auto match = four(Exchange::hearts);
    CHECK_FALSE(*match.view(Seat(0)).table.given);
    match.give(0, "3S AS 2S");
    auto const own = match.view(Seat(0)).table;
    REQUIRE(*own.given);
    CHECK(text_of((*own.given)->cards) == "AS 2S 3S");
    CHECK_FALSE(*own.received);
    CHECK_FALSE(*match.view(Seat(1)).table.received);
    match.give(1, "AH 2H 3H").give(2, "AD 2D 3D").give(3, "AC 2C 3C");
    auto const done = match.view(Seat(0)).table;
    CHECK(text_of((*done.received)->cards) == "AC 2C 3C");
    CHECK((*done.received)->seat == Seat(3));
    CHECK_FALSE(match.view().table.given);
    CHECK_FALSE(match.view().table.received);
    CHECK_FALSE(match.view().table.discarded);
}

TEST_CASE("It is public who has given, but not which cards, even the receiver sees them only after all have given",
          "[rules][sugekari21]") {
    auto match = four(Exchange::hearts);
    match.give(0, "3S AS 2S");
    for (auto const observer : {Observer(Seat(1)), Observer(Seat(2)), Observer::spectator()}) {
        auto const given = match.event<SeenGiven>(observer);
        CHECK(given.seat == Seat(0));
        CHECK(given.to == Seat(1));
        CHECK(given.cards == SeenCards::face_down(3));
    }
    CHECK(text_of(match.event<SeenGiven>(Seat(0)).cards) == "AS 2S 3S");
    CHECK(match.hand_seen_by(Seat(0), 1) == " +13");
    CHECK(match.hand_seen_by(Seat(1), 0) == " +10");
}

TEST_CASE("Only giver and receiver see the cards that are picked up", "[rules][sugekari21]") {
    auto match = four(Exchange::hearts);
    give_aces(match);
    auto const received_by_1 = [&](Observer observer) {
        for (auto const& event : match.events) {
            auto const seen = Sugekari21::event_for(event, observer);
            auto const* one = std::get_if<SeenReceived>(&seen);
            if (one && one->seat == Seat(1)) return text_of(one->cards);
        }
        return std::string("nothing");
    };
    CHECK(received_by_1(Seat(0)) == "AS 2S 3S");
    CHECK(received_by_1(Seat(1)) == "AS 2S 3S");
    CHECK(received_by_1(Seat(2)) == " +3");
    CHECK(received_by_1(Observer::spectator()) == " +3");
}

TEST_CASE("Only the giver sees the given cards in the receiver's hand, until they are played", "[rules][sugekari21]") {
    auto match = four(Exchange::hearts);
    give_aces(match);
    CHECK(match.hand_seen_by(Seat(0), 1) == "AS 2S 3S +10");
    CHECK(match.hand_seen_by(Seat(2), 1) == " +13");
    CHECK(match.hand_seen_by(Seat(3), 1) == " +13");
    CHECK(match.hand_seen_by(Observer::spectator(), 1) == " +13");
    CHECK(match.hand_seen_by(Seat(1), 0) == " +13");
    match.moves("4S 2S");
    CHECK(match.hand_seen_by(Seat(0), 1) == "AS 3S +10");
    match.moves("3H pass pass 5H");
    CHECK(match.hand_seen_by(Seat(0), 1) == "AS 3S +9");
}

TEST_CASE("Of two jokers in a hand the known one counts as played first", "[rules][sugekari21]") {
    auto match = four(Exchange::hearts, 3);
    match.set_hands({"XX 2S 3S 4S 5S", "XX 2H 3H 4H 5H", "AD 2D 3D 4D 5D", "AC 2C 3C 4C 5C"});
    match.give(0, "XX 2S 3S").give(1, "3H 4H 5H").give(2, "AD 2D 3D").give(3, "AC 2C 3C");
    CHECK(match.hand_seen_by(Seat(0), 1) == "2S 3S XX +2");
    CHECK(match.hand_seen_by(Seat(1), 1) == "2S 3S 2H XX XX");
    match.moves("4S XX=half");
    CHECK(match.hand_seen_by(Seat(0), 1) == "2S 3S +2");
}

TEST_CASE("Any gift except three cards of the hand is refused, and a gift is final", "[rules][sugekari21]") {
    auto match = four(Exchange::partner);
    CHECK(match.refusal(0, Give{parse_cards("AS 2S")}) == "Give exactly three cards.");
    CHECK(match.refusal(0, Give{parse_cards("AS 2S 3S 4S")}) == "Give exactly three cards.");
    CHECK(match.refusal(0, Give{parse_cards("AS AS 2S")}) == "You do not hold all of these cards.");
    CHECK(match.refusal(0, Give{parse_cards("AS 2S AH")}) == "You do not hold all of these cards.");
    CHECK(match.refusal(0, play_of("AS")) == "Everybody gives three cards first.");
    CHECK(match.refusal(0, Pass{}) == "Everybody gives three cards first.");
    CHECK(match.refusal(0, Discard{play_of("AS").card}) == "Everybody gives three cards first.");
    match.give(0, "AS 2S 3S");
    CHECK(match.refusal(0, Give{parse_cards("4S 5S 6S")}) == "You have given your three cards already.");
    CHECK(match.refusal(7, Give{parse_cards("4S 5S 6S")}) != "");
}
