#include "tests/rules/sugekari21/test_match.hpp"

#include <algorithm>

using namespace tefuda;
using namespace tefuda::sugekari21;

namespace {

TestMatch three_games(bool jokers = false) {
    return {spiced(Exchange::none, 3, jokers), {"", "", "", ""}};
}

/// Ends the current game: `seat` leads its only card and goes out.
void go_out(TestMatch& match, int seat) {
    std::vector<std::string_view> hands(4, "4D 6D");
    hands[static_cast<std::size_t>(seat)] = "5H";
    match.set_hands(hands);
    match.state.phase = Phase::play;
    match.state.leader = match.state.turn = Seat(seat);
    match.moves("5H");
}

void deadlock_won_by_3(TestMatch& match) {
    match.set_hands({"5H KS", "4D JH", "3C QD", "2S JC"});
    match.state.leader = match.state.turn = Seat(0);
    match.moves("5H 4D 3C 2S pass pass pass");
}

} // namespace

TEST_CASE("R7: the player to the left of the one who went out leads the next game", "[rules][sugekari21]") {
    auto match = three_games();
    match.set_captured(1, "9S 8S");
    match.chance.shuffles("KS QS");
    go_out(match, 2);
    CHECK(match.chance.used_up());
    CHECK(match.event_types() == "played gone_out game_ended dealt");
    auto const view = match.view();
    CHECK(view.table.game == 2);
    CHECK(view.table.bout == 1);
    CHECK(view.table.leader == Seat(3));
    CHECK(contains(match.state.hands[Seat(3)], parse_cards("KS").front()));
    CHECK(contains(match.state.hands[Seat(0)], parse_cards("QS").front()));
    CHECK(view.table.results == GameResults{{Points(1), Points(2)}});
    CHECK(view.table.outs == PerSide<int>{1, 0});
    CHECK(view.table.captured[0].empty());
    CHECK(view.table.captured[1].empty());
    CHECK(match.scores() == std::vector{1, 2, 1, 2});
    CHECK_FALSE(view.result);
}

TEST_CASE("R7: after a deadlock the player to the left of the winner of the last round leads the next game",
          "[rules][sugekari21]") {
    auto match = three_games();
    match.chance.shuffles("");
    deadlock_won_by_3(match);
    CHECK(match.view().table.leader == Seat(0));
    CHECK(match.view().table.outs == PerSide<int>{0, 0});
    CHECK(match.view().table.results == GameResults{{Points(0), Points(4)}});
}

TEST_CASE("Scores are the results of the finished games plus the captures of this game so far", "[rules][sugekari21]") {
    auto match = three_games();
    match.set_captured(1, "9S 8S").chance.shuffles("");
    go_out(match, 0);
    match.set_captured(0, "AS 2S 3S");
    CHECK(match.scores() == std::vector{4, 2, 4, 2});
}

TEST_CASE("All three games are played, the higher score wins", "[rules][sugekari21]") {
    auto match = three_games();
    match.set_captured(1, "9S 8S 7S 6S 5S 4S").chance.shuffles("").shuffles("");
    go_out(match, 0);
    go_out(match, 0);
    CHECK_FALSE(Sugekari21::over(match.state));
    go_out(match, 0);
    CHECK(match.event_types() == "played gone_out game_ended match_ended");
    auto const result = *match.view().result;
    CHECK(result.winners == Seats{Seat(1), Seat(3)});
    CHECK(result.scores == PerSeat<Points>{Points(3), Points(6), Points(3), Points(6)});
    CHECK(result.ranks == PerSeat<std::uint8_t>{3, 1, 3, 1});
    CHECK(result.reason == Reason::cards);
    CHECK(match.view().table.results.size() == 3);
    CHECK(match.view().table.outs == PerSide<int>{3, 0});
    CHECK(match.scores() == std::vector{3, 6, 3, 6});
    CHECK(match.event<MatchEnded>().result == result);
}

TEST_CASE("With equal scores the side that went out in more games wins", "[rules][sugekari21]") {
    auto match = three_games();
    match.set_captured(1, "9S").chance.shuffles("").shuffles("");
    go_out(match, 0);
    go_out(match, 2);
    go_out(match, 3);
    auto const result = *match.view().result;
    CHECK(result.scores == PerSeat<Points>{Points(2), Points(2), Points(2), Points(2)});
    CHECK(result.winners == Seats{Seat(0), Seat(2)});
    CHECK(result.reason == Reason::outs);
}

TEST_CASE("R6: equal scores and equal outs are a draw", "[rules][sugekari21]") {
    auto match = three_games();
    match.chance.shuffles("").shuffles("");
    go_out(match, 0);
    match.set_captured(0, "9S 8S 7S 6S");
    go_out(match, 1);
    deadlock_won_by_3(match);
    auto const result = *match.view().result;
    CHECK(match.view().table.results ==
          GameResults{{Points(1), Points(0)}, {Points(4), Points(1)}, {Points(0), Points(4)}});
    CHECK(result.scores == PerSeat<Points>{Points(5), Points(5), Points(5), Points(5)});
    CHECK(result.winners == all_seats(4));
    CHECK(result.ranks == PerSeat<std::uint8_t>{1, 1, 1, 1});
    CHECK(result.reason == Reason::cards);
}

TEST_CASE("With jokers the first game has 52 cards and the others 54, the jokers come last in the fresh pack",
          "[rules][sugekari21]") {
    auto match = three_games(true);
    CHECK(all_cards(match.state) == fresh_pack());
    CHECK(match.view().phase == Phase::play);
    match.chance.shuffles("");
    go_out(match, 0);
    CHECK(all_cards(match.state) == fresh_pack(1, 2));
    // The scripted shuffle changes nothing, so the two extra cards are the jokers.
    CHECK(contains(match.state.hands[Seat(1)], Card::joker()));
    CHECK(contains(match.state.hands[Seat(3)], Card::joker()));
    CHECK(match.view().table.stock == 0);
}

TEST_CASE("The two extra cards go to the side with the lower result, including the cost of jokers",
          "[rules][sugekari21]") {
    struct Case {
        std::string_view captured_0;
        std::string_view captured_1;
        int out;
        std::vector<int> extra;
    };
    auto const one = GENERATE(values<Case>({
        {"", "", 0, {1, 3}},                     // 1 to 0
        {"", "9S 8S", 0, {0, 2}},                // 1 to 2
        {"", "9S", 0, {1, 3}},                   // 1 to 1, side 1 did not go out
        {"9S", "", 1, {0, 2}},                   // 1 to 1, side 0 did not go out
        {"9S 8S 7S XX", "", 3, {0, 2}},          // 3 - 5 to 1
        {"", "9S 8S 7S 6S 5S 4S XX", 0, {1, 3}}, // 1 to 6 - 5, side 1 did not go out
    }));
    auto match = three_games(true);
    match.set_captured(0, one.captured_0).set_captured(1, one.captured_1).chance.shuffles("");
    go_out(match, one.out);
    CAPTURE(one.captured_0, one.captured_1);
    CHECK(match.view().phase == Phase::discard);
    Seats extra;
    for (auto const seat : one.extra) extra.emplace_back(seat);
    CHECK(match.view().to_act == extra);
    for (auto const seat : all_seats(4)) {
        auto const has_extra = std::find(extra.begin(), extra.end(), seat) != extra.end();
        CHECK(match.state.hands[seat].size() == (has_extra ? 14U : 13U));
    }
}

TEST_CASE("R3: after a deadlock with equal results the side that did not win the last round gets the two extra cards",
          "[rules][sugekari21]") {
    auto match = three_games(true);
    match.set_captured(0, "9S 8S 7S 6S").chance.shuffles("");
    deadlock_won_by_3(match);
    CHECK(match.view().table.results == GameResults{{Points(4), Points(4)}});
    CHECK(match.view().to_act == Seats{Seat(0), Seat(2)});
}

TEST_CASE(
    "The first extra card goes to the player of the side who comes first clockwise from the leader, or to the leader",
    "[rules][sugekari21]") {
    struct Case {
        int out;
        std::string_view captured_1;
        int first;
        int second;
    };
    auto const one = GENERATE(values<Case>({
        {0, "", 1, 3},      // leader 1 is on the side that gets them
        {2, "", 3, 1},      // leader 3
        {0, "9S 8S", 2, 0}, // leader 1 is not
        {2, "9S 8S", 0, 2}, // leader 3 is not
    }));
    auto match = three_games(true);
    auto const leader = Seat(one.out).left(4);
    match.set_captured(1, one.captured_1);
    match.chance.shuffles(pack_of({"", "", "", ""}, leader, "KD KC", 2));
    go_out(match, one.out);
    CHECK(contains(match.state.hands[Seat(one.first)], parse_cards("KD").front()));
    CHECK(contains(match.state.hands[Seat(one.second)], parse_cards("KC").front()));
}

TEST_CASE("Both players discard at the same time, the card leaves the hand at once and only its owner knows it",
          "[rules][sugekari21]") {
    auto match = three_games(true);
    match.chance.shuffles(pack_of({"", "9S 9H", "", "8S 8H"}, Seat(1), "KD XX", 2));
    go_out(match, 0);
    CHECK(match.event<SeenDealt>().phase == Phase::discard);
    CHECK(match.event<SeenDealt>().hands[Seat(1)] == SeenCards::face_down(14));
    CHECK(match.event<SeenDealt>(Seat(1)).hands[Seat(1)].known.size() == 14);
    CHECK(match.legal(0).empty());
    CHECK(match.legal(3).starts_with("discard "));
    CHECK(match.legal(3).ends_with("discard XX"));
    // Seat 3 holds both jokers, which are one choice.
    CHECK(Sugekari21::legal(match.state, Seat(3)).size() == 13);
    CHECK(Sugekari21::legal(match.state, Seat(1)).size() == 14);
    CHECK(match.refusal(0, Discard{play_of("9S").card}) == "You have no card too many to lay aside.");
    CHECK(match.refusal(1, Discard{play_of("8S").card}) == "You do not hold this card.");
    CHECK(match.refusal(1, Pass{}) == "Those with fourteen cards lay one aside first.");
    CHECK(match.refusal(1, play_of("9S")) == "Those with fourteen cards lay one aside first.");
    CHECK(match.refusal(1, Give{parse_cards("9S 9H KD")}) == "Those with fourteen cards lay one aside first.");

    match.discard(3, "8S");
    CHECK(match.event_types() == "discarded");
    CHECK(match.view().table.chosen == Seats{Seat(3)});
    CHECK(match.view().to_act == Seats{Seat(1)});
    CHECK(match.state.hands[Seat(3)].size() == 13);
    CHECK(match.refusal(3, Discard{play_of("8H").card}) == "You have laid a card aside already.");
    CHECK(*match.event<SeenDiscarded>(Seat(3)).card == parse_cards("8S").front());
    CHECK_FALSE(match.event<SeenDiscarded>(Seat(1)).card);
    CHECK_FALSE(match.event<SeenDiscarded>().card);
    CHECK(text_of(*match.view(Seat(3)).table.discarded) == "8S");
    CHECK(match.view(Seat(1)).table.discarded->empty());
    CHECK_FALSE(match.view().table.discarded);

    match.discard(1, "9H");
    CHECK(match.event_types() == "discarded phase_begun");
    CHECK(match.view().phase == Phase::play);
    CHECK(match.view().table.chosen.empty());
    CHECK(match.view().to_act == Seats{Seat(1)});
    CHECK(text_of(*match.view(Seat(3)).table.discarded) == "8S");
}

TEST_CASE("R8: the discards come before the exchange", "[rules][sugekari21]") {
    TestMatch match(spiced(Exchange::hearts, 3, true), {"", "", "", ""});
    CHECK(match.view().phase == Phase::give);
    match.chance.shuffles("");
    go_out(match, 0);
    CHECK(match.view().phase == Phase::discard);
    match.discard(1, "XX").discard(3, "XX");
    CHECK(match.event<PhaseBegun>().phase == Phase::give);
    CHECK(match.view().phase == Phase::give);
    CHECK(match.view().to_act == all_seats(4));
    CHECK(match.view().table.leader == Seat(1));
}

TEST_CASE("Discards are cleared when the next game begins", "[rules][sugekari21]") {
    auto match = three_games(true);
    match.chance.shuffles("").shuffles("");
    go_out(match, 0);
    match.discard(1, "XX").discard(3, "XX");
    go_out(match, 0);
    CHECK(match.view().table.game == 3);
    CHECK(match.view(Seat(1)).table.discarded->empty());
    CHECK(all_cards(match.state) == fresh_pack(1, 2));
}
