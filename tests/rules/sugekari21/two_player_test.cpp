#include "tests/rules/sugekari21/test_match.hpp"

using namespace tefuda;
using namespace tefuda::sugekari21;

namespace {

TestMatch redeal() {
    return {for_two(TwoPlayer::redeal), {"5H 4H KS", "9D JD"}, 0, "7C 7D 8C 8D"};
}

TestMatch refill() {
    return {for_two(TwoPlayer::refill), {"5H 4H 9S", "6D 8S"}, 0, "7C 7D 8C 8D TC TD"};
}

} // namespace

TEST_CASE("redeal: after a player goes out the stock is shuffled and dealt from the other player, who leads",
          "[rules][sugekari21]") {
    auto match = redeal();
    match.set_hands({"5H", "9D JD 2D"}).set_captured(1, "9S 8S");
    match.chance.shuffles("7C 7D 8C 8D");
    match.moves("5H");
    CHECK(match.chance.used_up());
    CHECK(match.event_types() == "played gone_out bout_ended dealt");
    CHECK(match.event<BoutEnded>().bout == 1);
    CHECK(match.event<BoutEnded>().outs == PerSide<int>{1, 0});

    auto const view = match.view();
    CHECK(view.phase == Phase::play);
    CHECK(view.table.game == 1);
    CHECK(view.table.bout == 2);
    CHECK(view.table.leader == Seat(1));
    CHECK(view.table.stock == 0);
    CHECK(view.table.outs == PerSide<int>{1, 0});
    CHECK(view.table.results.empty());
    CHECK(contains_all(match.state.hands[Seat(1)], parse_cards("7C 8C")));
    CHECK(contains_all(match.state.hands[Seat(0)], parse_cards("7D 8D")));
    CHECK(match.state.hands[Seat(0)].size() == 13);
    CHECK(match.state.hands[Seat(1)].size() == 13);
    CHECK(text_of(match.state.laid_aside[Seat(1)]) == "2D 9D JD");
}

TEST_CASE("redeal: the second bout shuffles the stock in its current order", "[rules][sugekari21]") {
    auto match = redeal();
    auto const stock = match.state.stock;
    match.set_hands({"5H", "9D JD 2D"});
    match.chance.shuffles("");
    match.moves("5H");
    Cards leader;
    for (std::size_t i = 0; i < stock.size(); i += 2) leader.push_back(stock[i]);
    CHECK(match.state.hands[Seat(1)] == sorted(leader));
}

TEST_CASE("redeal: the remaining hand of the first bout is laid aside unseen", "[rules][sugekari21]") {
    auto match = redeal();
    match.set_hands({"5H", "9D JD 2D"});
    match.chance.shuffles("");
    match.moves("5H");
    auto const dealt = match.event<SeenDealt>(Seat(0));
    CHECK(dealt.hands[Seat(0)].hidden == 0);
    CHECK(dealt.hands[Seat(1)].hidden == 13);
    CHECK(dealt.stock == 0);
    CHECK(match.hand_seen_by(Seat(0), 1) == " +13");
}

TEST_CASE("redeal: the captures of both bouts are added, also on the table", "[rules][sugekari21]") {
    auto match = redeal();
    match.set_hands({"5H", "9D JD 2D"}).set_captured(1, "9S 8S 7S");
    match.chance.shuffles("");
    match.moves("5H").set_hands({"AC 2C", "3C"}).moves("3C");
    CHECK(match.event_types() == "played gone_out game_ended match_ended");
    CHECK(text_of(match.state.captured[0]) == "5H");
    CHECK(text_of(match.state.captured[1]) == "7S 8S 9S 3C");
    CHECK(match.view().table.results == GameResults{{Points(1), Points(4)}});
    CHECK(match.view().table.bout == 2);
    CHECK(match.view().result->winners == Seats{Seat(1)});
    CHECK(match.view().result->ranks == PerSeat<std::uint8_t>{2, 1});
    CHECK(match.view().result->reason == Reason::cards);
    CHECK(match.scores() == std::vector{1, 4});
}

TEST_CASE(
    "redeal: with equal captures the player who went out in the first bout wins, the second bout does not change outs",
    "[rules][sugekari21]") {
    auto match = redeal();
    match.set_hands({"5H", "9D JD 2D"}).chance.shuffles("");
    match.moves("5H").set_hands({"AC 2C", "3C"}).moves("3C");
    CHECK(match.view().result->winners == Seats{Seat(0)});
    CHECK(match.view().result->reason == Reason::went_out);
    CHECK(match.view().table.outs == PerSide<int>{1, 0});
}

TEST_CASE("R5: after a deadlock in the first bout the player who did not win the last round leads the second",
          "[rules][sugekari21]") {
    auto match = redeal();
    match.set_hands({"5H KS", "JD"}).chance.shuffles("");
    match.moves("5H pass");
    CHECK(match.event_types() == "passed round_won lead_passed lead_passed deadlocked bout_ended dealt");
    CHECK(match.view().table.leader == Seat(1));
    CHECK(match.view().table.outs == PerSide<int>{0, 0});
    CHECK(text_of(match.state.laid_aside[Seat(0)]) == "KS");

    SECTION("in a tie the winner of that round wins") {
        match.set_hands({"AC 2C", "3C"}).moves("3C");
        CHECK(match.view().table.results == GameResults{{Points(1), Points(1)}});
        CHECK(match.view().result->winners == Seats{Seat(0)});
        CHECK(match.view().result->reason == Reason::went_out);
        CHECK(match.view().table.outs == PerSide<int>{0, 0});
    }
}

TEST_CASE("redeal: a deadlock in the second bout ends the match", "[rules][sugekari21]") {
    auto match = redeal();
    match.set_hands({"5H", "9D JD 2D"}).chance.shuffles("");
    match.moves("5H").set_hands({"QC", "3C KC"}).moves("3C pass");
    CHECK(match.event_types() == "passed round_won lead_passed lead_passed deadlocked game_ended match_ended");
    CHECK(match.view().result->winners == Seats{Seat(0)});
    CHECK(match.view().result->reason == Reason::went_out);
}

TEST_CASE("refill: after a round first the winner and then the other player draw up to thirteen cards, face up",
          "[rules][sugekari21]") {
    auto match = refill();
    match.moves("5H 6D 4H pass");
    CHECK(match.event_types() == "passed round_won drawn drawn round_begun");
    std::vector<Drawn> drawn;
    for (auto const& event : match.events)
        if (auto const* one = std::get_if<Drawn>(&event)) drawn.push_back(*one);
    CHECK(drawn[0].seat == Seat(0));
    CHECK(text_of(drawn[0].cards) == "7D 7C");
    CHECK(drawn[0].stock == 24);
    CHECK(drawn[1].seat == Seat(1));
    CHECK(text_of(drawn[1].cards) == "8C");
    CHECK(drawn[1].stock == 23);
    CHECK(match.view().table.stock == 23);
    CHECK(match.state.hands[Seat(0)].size() == 13);
    CHECK(match.state.hands[Seat(1)].size() == 13);
}

TEST_CASE("refill: drawn cards stay known to everybody until they are played", "[rules][sugekari21]") {
    auto match = refill();
    match.moves("5H 6D 4H pass");
    CHECK(match.hand_seen_by(Seat(1), 0) == "7D 7C +11");
    CHECK(match.hand_seen_by(Seat(0), 1) == "8C +12");
    CHECK(match.hand_seen_by(Observer::spectator(), 0) == "7D 7C +11");
    CHECK(match.hand_seen_by(Observer::spectator(), 1) == "8C +12");
    match.moves("7D");
    CHECK(match.hand_seen_by(Seat(1), 0) == "7C +11");
    match.moves("8C");
    CHECK(match.hand_seen_by(Seat(0), 1) == " +12");
    CHECK(match.hand_seen_by(Observer::spectator(), 1) == " +12");
}

TEST_CASE("refill: if the second player wins the round, it draws first", "[rules][sugekari21]") {
    auto match = refill();
    match.moves("5H 8S pass");
    CHECK(match.hand_seen_by(Seat(0), 1) == "7C +12");
    CHECK(match.hand_seen_by(Seat(1), 0) == "7D +12");
    CHECK(match.state.leader == Seat(1));
}

TEST_CASE("refill: nobody draws from an empty stock", "[rules][sugekari21]") {
    auto match = refill();
    match.state.stock = parse_cards("7C");
    match.moves("5H 8S pass");
    CHECK(match.event_types() == "passed round_won drawn round_begun");
    CHECK(match.view().table.stock == 0);
    CHECK(match.state.hands[Seat(1)].size() == 13);
    CHECK(match.state.hands[Seat(0)].size() == 12);
    match.moves("2H pass");
    CHECK(match.event_types() == "passed round_won round_begun");
}

TEST_CASE("refill: the player who goes out takes half of the table, rounded up, and wins a tie",
          "[rules][sugekari21]") {
    auto match = refill();
    match.state.stock.clear();
    match.set_hands({"5H 2H AS", "4D"}).set_captured(0, "9C").moves("5H 4D");
    CHECK(match.event_types() == "played gone_out game_ended match_ended");
    CHECK(match.view().table.results == GameResults{{Points(1), Points(1)}});
    CHECK(text_of(match.state.captured[1]) == "5H");
    CHECK(match.view().result->winners == Seats{Seat(1)});
    CHECK(match.view().result->reason == Reason::went_out);
    CHECK(match.view().table.outs == PerSide<int>{0, 1});
}

TEST_CASE("refill: a player who goes out does not draw", "[rules][sugekari21]") {
    auto match = refill();
    match.set_hands({"5H", "4D"}).moves("5H");
    CHECK(match.event_types() == "played gone_out game_ended match_ended");
    CHECK(match.view().table.stock == 26);
}

TEST_CASE("refill: whether a player can lead is decided after the draw", "[rules][sugekari21]") {
    auto match = refill();
    match.set_hands({"5H KS", "4D 3D"}).moves("5H pass");
    CHECK(match.event<RoundBegun>().leader == Seat(0));
}

TEST_CASE("With two seats and no exchange nobody gives, receives or discards", "[rules][sugekari21]") {
    auto const table = redeal().view(Seat(0)).table;
    CHECK(table.chosen.empty());
    REQUIRE(table.given);
    CHECK_FALSE(*table.given);
    REQUIRE(table.received);
    CHECK_FALSE(*table.received);
    REQUIRE(table.discarded);
    CHECK(table.discarded->empty());
}

TEST_CASE("R1: with two seats three cards go to the opponent after each deal, in redeal before both bouts",
          "[rules][sugekari21]") {
    TestMatch match(for_two(TwoPlayer::redeal, Exchange::hearts), {"5H 4H 2H KS", "9D JD QD 3D"}, 0, "7C 7D 8C 8D");
    CHECK(match.view().phase == Phase::give);
    CHECK(match.view().to_act == all_seats(2));
    match.give(0, "5H 4H 2H").give(1, "9D JD QD");
    CHECK(match.view().phase == Phase::play);
    CHECK(match.view().table.leader == Seat(0));
    CHECK((*match.view(Seat(0)).table.given)->seat == Seat(1));
    CHECK(text_of((*match.view(Seat(1)).table.received)->cards) == "2H 4H 5H");
    CHECK(match.hand_seen_by(Seat(0), 1) == "2H 4H 5H +10");
    CHECK(match.hand_seen_by(Observer::spectator(), 1) == " +13");

    match.set_hands({"9D", "2H 4H 5H"}).chance.shuffles("7C 7D 8C 8D 9C TD");
    match.moves("9D");
    CHECK(match.event_types() == "played gone_out bout_ended dealt");
    auto const table = match.view(Seat(0)).table;
    CHECK(match.view().phase == Phase::give);
    CHECK(match.view().to_act == all_seats(2));
    CHECK(table.bout == 2);
    CHECK(table.leader == Seat(1));
    CHECK_FALSE(*table.given);
    CHECK_FALSE(*table.received);
    match.give(0, "7D 8D TD").give(1, "7C 8C 9C");
    CHECK(match.hand_seen_by(Seat(0), 1) == "7D 8D TD +10");
    CHECK(match.state.turn == Seat(1));
}

TEST_CASE("R1: in refill a hand can hold given cards, known to their giver, and drawn ones, known to all",
          "[rules][sugekari21]") {
    TestMatch match(for_two(TwoPlayer::refill, Exchange::hearts), {"5H 4H 9S 2H", "6D 8S 3D 2D"}, 0, "7C 7D 8C 8D");
    match.give(0, "5H 9S 2H").give(1, "6D 3D 2D");
    match.moves("4H 5H pass"); // seat 1 plays a card that it was given, wins, and draws first
    CHECK(match.hand_seen_by(Seat(0), 1) == "9S 2H 7C +10");
    CHECK(match.hand_seen_by(Observer::spectator(), 1) == "7C +12");
    CHECK(match.hand_seen_by(Seat(1), 0) == "2D 3D 6D 7D +9");
    CHECK(match.hand_seen_by(Observer::spectator(), 0) == "7D +12");
}

TEST_CASE("R1: three games for two: the other player than the one who went out in the last bout leads the next",
          "[rules][sugekari21]") {
    auto const two_player = GENERATE(TwoPlayer::redeal, TwoPlayer::refill);
    auto const bouts = two_player == TwoPlayer::redeal ? 2 : 1;
    TestMatch match(for_two(two_player, Exchange::none, 3), {"5H 4H KS", "9D JD"}, 0, "7C 7D 8C 8D");
    for (int bout = 1; bout <= bouts; ++bout) {
        match.set_hands({"5H", "4D"}).chance.shuffles("");
        match.state.turn = Seat(0);
        match.moves("5H"); // seat 0 goes out in each bout
    }
    CHECK(match.view().table.game == 2);
    CHECK(match.view().table.bout == 1);
    CHECK(match.view().table.leader == Seat(1));
    CHECK(match.view().table.outs == PerSide<int>{1, 0});
    CHECK(match.view().table.results == GameResults{{Points(bouts), Points(0)}});
    CHECK(match.scores() == std::vector{bouts, 0});
}

TEST_CASE("R1: equal captures of three games: more games gone out, in redeal those of bout 1, then a draw",
          "[rules][sugekari21]") {
    struct Row {
        std::vector<int> out; ///< who goes out in bout 1 of each game; the other goes out in bout 2
        Seats winners;
        Reason reason;
    };
    auto const row =
        GENERATE(values<Row>({{{0, 1, 0}, {Seat(0)}, Reason::outs}, {{0, 1, 1}, {Seat(1)}, Reason::outs}}));
    TestMatch match(for_two(TwoPlayer::redeal, Exchange::none, 3), {"5H 4H KS", "9D JD"}, 0, "7C 7D 8C 8D");
    for (int game = 0; game < 3; ++game)
        for (auto const first :
             {row.out[static_cast<std::size_t>(game)], 1 - row.out[static_cast<std::size_t>(game)]}) {
            match.set_hands(first == 0 ? std::vector<std::string_view>{"5H", "4D"}
                                       : std::vector<std::string_view>{"4D", "5H"});
            match.state.turn = Seat(first);
            match.state.leader = Seat(first);
            if (game < 2 || match.state.bout == 1) match.chance.shuffles("");
            match.moves("5H");
        }
    REQUIRE(match.view().result);
    CHECK(match.scores() == std::vector{3, 3});
    CHECK(match.view().result->winners == row.winners);
    CHECK(match.view().result->reason == row.reason);
}

TEST_CASE(
    "R1: after a deadlock in the last bout the other player than the winner of its last round leads the next game",
    "[rules][sugekari21]") {
    TestMatch match(for_two(TwoPlayer::redeal, Exchange::none, 3), {"5H 4H KS", "9D JD"}, 0, "7C 7D 8C 8D");
    match.set_hands({"5H", "9D JD 2D"}).chance.shuffles("").shuffles("");
    match.moves("5H").set_hands({"QC", "3C KC"}).moves("3C pass");
    CHECK(match.event_types() == "passed round_won lead_passed lead_passed deadlocked game_ended dealt");
    CHECK(match.view().table.game == 2);
    CHECK(match.view().table.leader == Seat(0)); // seat 1 won the last round, though seat 0 went out in bout 1
    CHECK(match.view().table.outs == PerSide<int>{1, 0});
}
