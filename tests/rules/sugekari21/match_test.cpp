#include "tests/rules/sugekari21/sitting.hpp"

#include <algorithm>

using namespace tefuda;
using namespace tefuda::sugekari21;

namespace {

Sitting match(bool jokers = false) {
    return {spiced(Exchange::none, 3, jokers), {"", "", "", ""}};
}

/// Ends the running game: `seat` leads its only card and is out.
void go_out(Sitting& sitting, int seat) {
    std::vector<std::string_view> hands(4, "4D 6D");
    hands[static_cast<std::size_t>(seat)] = "5H";
    sitting.hold(hands);
    sitting.state.phase = Phase::play;
    sitting.state.leader = sitting.state.turn = Seat(seat);
    sitting.moves("5H");
}

void deadlock_won_by_3(Sitting& sitting) {
    sitting.hold({"5H KS", "4D JH", "3C QD", "2S JC"});
    sitting.state.leader = sitting.state.turn = Seat(0);
    sitting.moves("5H 4D 3C 2S pass pass pass");
}

} // namespace

TEST_CASE("R7: the next game is led and dealt from the left of who went out") {
    auto sitting = match();
    sitting.captured(1, "9S 8S");
    sitting.chance.shuffles("KS QS");
    go_out(sitting, 2);
    CHECK(sitting.chance.used_up());
    CHECK(sitting.story() == "played gone_out game_ended dealt");
    auto const view = sitting.view();
    CHECK(view.table.game == 2);
    CHECK(view.table.bout == 1);
    CHECK(view.table.leader == Seat(3));
    CHECK(contains(sitting.state.hands[Seat(3)], parse_cards("KS").front()));
    CHECK(contains(sitting.state.hands[Seat(0)], parse_cards("QS").front()));
    CHECK(view.table.results == GameResults{{Points(1), Points(2)}});
    CHECK(view.table.outs == PerSide<int>{1, 0});
    CHECK(view.table.captured[0].empty());
    CHECK(view.table.captured[1].empty());
    CHECK(sitting.scores() == std::vector{1, 2, 1, 2});
    CHECK_FALSE(view.result);
}

TEST_CASE("R7: after a deadlock the next game is led from the left of the winner of the last round") {
    auto sitting = match();
    sitting.chance.shuffles("");
    deadlock_won_by_3(sitting);
    CHECK(sitting.view().table.leader == Seat(0));
    CHECK(sitting.view().table.outs == PerSide<int>{0, 0});
    CHECK(sitting.view().table.results == GameResults{{Points(0), Points(4)}});
}

TEST_CASE("Scores count the finished games and what this game has brought so far") {
    auto sitting = match();
    sitting.captured(1, "9S 8S").chance.shuffles("");
    go_out(sitting, 0);
    sitting.captured(0, "AS 2S 3S");
    CHECK(sitting.scores() == std::vector{4, 2, 4, 2});
}

TEST_CASE("All three games are played; the higher score wins") {
    auto sitting = match();
    sitting.captured(1, "9S 8S 7S 6S 5S 4S").chance.shuffles("").shuffles("");
    go_out(sitting, 0);
    go_out(sitting, 0);
    CHECK_FALSE(Sugekari21::over(sitting.state));
    go_out(sitting, 0);
    CHECK(sitting.story() == "played gone_out game_ended match_ended");
    auto const result = *sitting.view().result;
    CHECK(result.winners == Seats{Seat(1), Seat(3)});
    CHECK(result.scores == PerSeat<Points>{Points(3), Points(6), Points(3), Points(6)});
    CHECK(result.ranks == PerSeat<std::uint8_t>{3, 1, 3, 1});
    CHECK(result.reason == Reason::cards);
    CHECK(sitting.view().table.results.size() == 3);
    CHECK(sitting.view().table.outs == PerSide<int>{3, 0});
    CHECK(sitting.scores() == std::vector{3, 6, 3, 6});
    CHECK(sitting.event<MatchEnded>().result == result);
}

TEST_CASE("Equal scores: who went out in more games wins") {
    auto sitting = match();
    sitting.captured(1, "9S").chance.shuffles("").shuffles("");
    go_out(sitting, 0);
    go_out(sitting, 2);
    go_out(sitting, 3);
    auto const result = *sitting.view().result;
    CHECK(result.scores == PerSeat<Points>{Points(2), Points(2), Points(2), Points(2)});
    CHECK(result.winners == Seats{Seat(0), Seat(2)});
    CHECK(result.reason == Reason::outs);
}

TEST_CASE("R6: equal scores and equal outs are a draw") {
    auto sitting = match();
    sitting.chance.shuffles("").shuffles("");
    go_out(sitting, 0);
    sitting.captured(0, "9S 8S 7S 6S");
    go_out(sitting, 1);
    deadlock_won_by_3(sitting);
    auto const result = *sitting.view().result;
    CHECK(sitting.view().table.results ==
          GameResults{{Points(1), Points(0)}, {Points(4), Points(1)}, {Points(0), Points(4)}});
    CHECK(result.scores == PerSeat<Points>{Points(5), Points(5), Points(5), Points(5)});
    CHECK(result.winners == all_seats(4));
    CHECK(result.ranks == PerSeat<std::uint8_t>{1, 1, 1, 1});
    CHECK(result.reason == Reason::cards);
}

TEST_CASE("Jokers: the first game uses 52 cards, the others 54, the jokers last in the fresh pack") {
    auto sitting = match(true);
    CHECK(all_cards(sitting.state) == fresh_pack());
    CHECK(sitting.view().phase == Phase::play);
    sitting.chance.shuffles("");
    go_out(sitting, 0);
    CHECK(all_cards(sitting.state) == fresh_pack(1, 2));
    // Unshuffled, the two cards over are the jokers.
    CHECK(contains(sitting.state.hands[Seat(1)], Card::joker()));
    CHECK(contains(sitting.state.hands[Seat(3)], Card::joker()));
    CHECK(sitting.view().table.stock == 0);
}

TEST_CASE("The two cards over go to the side with the smaller result, jokers' cost included") {
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
    auto sitting = match(true);
    sitting.captured(0, one.captured_0).captured(1, one.captured_1).chance.shuffles("");
    go_out(sitting, one.out);
    CAPTURE(one.captured_0, one.captured_1);
    CHECK(sitting.view().phase == Phase::discard);
    Seats extra;
    for (auto const seat : one.extra) extra.emplace_back(seat);
    CHECK(sitting.view().to_act == extra);
    for (auto const seat : all_seats(4)) {
        auto const has_extra = std::find(extra.begin(), extra.end(), seat) != extra.end();
        CHECK(sitting.state.hands[seat].size() == (has_extra ? 14U : 13U));
    }
}

TEST_CASE("R3: after a deadlock with equal results the side that did not win the last round gets the two cards") {
    auto sitting = match(true);
    sitting.captured(0, "9S 8S 7S 6S").chance.shuffles("");
    deadlock_won_by_3(sitting);
    CHECK(sitting.view().table.results == GameResults{{Points(4), Points(4)}});
    CHECK(sitting.view().to_act == Seats{Seat(0), Seat(2)});
}

TEST_CASE("The first of the two cards goes to the first from the leader on, the leader included") {
    struct Case {
        int out;
        std::string_view captured_1;
        int first;
        int second;
    };
    auto const one = GENERATE(values<Case>({
        {0, "", 1, 3},      // leader 1 is of the side that gets them
        {2, "", 3, 1},      // leader 3
        {0, "9S 8S", 2, 0}, // leader 1 is not
        {2, "9S 8S", 0, 2}, // leader 3 is not
    }));
    auto sitting = match(true);
    auto const leader = Seat(one.out).left(4);
    sitting.captured(1, one.captured_1);
    sitting.chance.shuffles(pack_of({"", "", "", ""}, leader, "KD KC", 2));
    go_out(sitting, one.out);
    CHECK(contains(sitting.state.hands[Seat(one.first)], parse_cards("KD").front()));
    CHECK(contains(sitting.state.hands[Seat(one.second)], parse_cards("KC").front()));
}

TEST_CASE("Both lay one card aside at the same time; it leaves the hand at once and only they know theirs") {
    auto sitting = match(true);
    sitting.chance.shuffles(pack_of({"", "9S 9H", "", "8S 8H"}, Seat(1), "KD XX", 2));
    go_out(sitting, 0);
    CHECK(sitting.event<Dealt>().phase == Phase::discard);
    CHECK(sitting.event<Dealt>().hands[Seat(1)] == SeenCards::face_down(14));
    CHECK(sitting.event<Dealt>(Seat(1)).hands[Seat(1)].known.size() == 14);
    CHECK(sitting.legal(0).empty());
    CHECK(sitting.legal(3).starts_with("discard "));
    CHECK(sitting.legal(3).ends_with("discard XX"));
    // Seat 3 holds both jokers, which are one choice.
    CHECK(Sugekari21::legal(sitting.state, Seat(3)).size() == 13);
    CHECK(Sugekari21::legal(sitting.state, Seat(1)).size() == 14);
    CHECK(sitting.refusal(0, Discard{play_of("9S").card}) == "You have no card too many to lay aside.");
    CHECK(sitting.refusal(1, Discard{play_of("8S").card}) == "You do not hold this card.");
    CHECK(sitting.refusal(1, Pass{}) == "Those with fourteen cards lay one aside first.");
    CHECK(sitting.refusal(1, play_of("9S")) == "Those with fourteen cards lay one aside first.");
    CHECK(sitting.refusal(1, Give{parse_cards("9S 9H KD")}) == "Those with fourteen cards lay one aside first.");

    sitting.discard(3, "8S");
    CHECK(sitting.story() == "discarded");
    CHECK(sitting.view().table.chosen == Seats{Seat(3)});
    CHECK(sitting.view().to_act == Seats{Seat(1)});
    CHECK(sitting.state.hands[Seat(3)].size() == 13);
    CHECK(sitting.refusal(3, Discard{play_of("8H").card}) == "You have laid a card aside already.");
    CHECK(*sitting.event<Discarded>(Seat(3)).card == parse_cards("8S").front());
    CHECK_FALSE(sitting.event<Discarded>(Seat(1)).card);
    CHECK_FALSE(sitting.event<Discarded>().card);
    CHECK(text_of(*sitting.view(Seat(3)).table.discarded) == "8S");
    CHECK(sitting.view(Seat(1)).table.discarded->empty());
    CHECK_FALSE(sitting.view().table.discarded);

    sitting.discard(1, "9H");
    CHECK(sitting.story() == "discarded phase_begun");
    CHECK(sitting.view().phase == Phase::play);
    CHECK(sitting.view().table.chosen.empty());
    CHECK(sitting.view().to_act == Seats{Seat(1)});
    CHECK(text_of(*sitting.view(Seat(3)).table.discarded) == "8S");
}

TEST_CASE("R8: cards are laid aside before the exchange") {
    Sitting sitting(spiced(Exchange::hearts, 3, true), {"", "", "", ""});
    CHECK(sitting.view().phase == Phase::give);
    sitting.chance.shuffles("");
    go_out(sitting, 0);
    CHECK(sitting.view().phase == Phase::discard);
    sitting.discard(1, "XX").discard(3, "XX");
    CHECK(sitting.event<PhaseBegun>().phase == Phase::give);
    CHECK(sitting.view().phase == Phase::give);
    CHECK(sitting.view().to_act == all_seats(4));
    CHECK(sitting.view().table.leader == Seat(1));
}

TEST_CASE("Discards of one game are gone in the next") {
    auto sitting = match(true);
    sitting.chance.shuffles("").shuffles("");
    go_out(sitting, 0);
    sitting.discard(1, "XX").discard(3, "XX");
    go_out(sitting, 0);
    CHECK(sitting.view().table.game == 3);
    CHECK(sitting.view(Seat(1)).table.discarded->empty());
    CHECK(all_cards(sitting.state) == fresh_pack(1, 2));
}
