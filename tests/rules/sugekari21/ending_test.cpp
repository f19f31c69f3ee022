#include "tests/rules/sugekari21/test_match.hpp"

using namespace tefuda;
using namespace tefuda::sugekari21;

namespace {

TestMatch four_at_the_end(std::vector<std::string_view> const& hands) {
    TestMatch match(Options(), {"", "", "", ""});
    match.set_hands(hands);
    return match;
}

Result<Reason> result_of(TestMatch const& match) {
    auto const result = match.view().result;
    REQUIRE(result);
    return *result;
}

} // namespace

TEST_CASE("The side that goes out takes half of the table, rounded up, in the order played, the rest counts for nobody",
          "[rules][sugekari21]") {
    struct Case {
        std::vector<std::string_view> hands;
        std::string moves;
        int side;
        std::string taken;
    };
    auto const one = GENERATE(values<Case>({
        {{"5H", "4D 4C", "3C 3D", "2S 2H"}, "5H", 0, "5H"},
        {{"5H KS", "4D", "3C 3D", "2S 2H"}, "5H 4D", 1, "5H"},
        {{"5H KS", "4D JH", "3C", "2S 2H"}, "5H 4D 3C", 0, "5H 4D"},
        {{"5H KS", "4D JH", "3C 3D", "2S"}, "5H 4D 3C 2S", 1, "5H 4D"},
        {{"5H AS", "4D JH", "3C 3D", "2S 2H"}, "5H 4D 3C 2S AS", 0, "5H 4D 3C"},
    }));
    auto match = four_at_the_end(one.hands);
    match.moves(one.moves);
    CHECK(match.event_types() == "played gone_out game_ended match_ended");
    CHECK(text_of(match.state.captured[static_cast<std::size_t>(one.side)]) == one.taken);
    CHECK(match.state.captured[static_cast<std::size_t>(1 - one.side)].empty());
    CHECK(text_of(match.event<GoneOut>().cards) == one.taken);
    CHECK(side_of(match.event<GoneOut>().seat) == static_cast<std::size_t>(one.side));
    CHECK(match.view().table.outs[static_cast<std::size_t>(one.side)] == 1);
}

TEST_CASE("R4: a last card that makes exactly 21 also takes only half of the table", "[rules][sugekari21]") {
    auto match = four_at_the_end({"TH KS", "9D JH", "2C", "2S 2H"});
    match.moves("TH 9D 2C");
    CHECK(match.event<Played>().total == 21);
    CHECK(match.event_types() == "played gone_out game_ended match_ended");
    CHECK(text_of(match.state.captured[0]) == "TH 9D");
    CHECK(result_of(match).scores == PerSeat<Points>{Points(2), Points(0), Points(2), Points(0)});
}

TEST_CASE("The side with more captured cards wins, even against the side that went out", "[rules][sugekari21]") {
    auto match = four_at_the_end({"5H", "4D 4C", "3C 3D", "2S 2H"});
    match.set_captured(1, "9S 9H").moves("5H");
    auto const result = result_of(match);
    CHECK(result.winners == Seats{Seat(1), Seat(3)});
    CHECK(result.ranks == PerSeat<std::uint8_t>{3, 1, 3, 1});
    CHECK(result.scores == PerSeat<Points>{Points(1), Points(2), Points(1), Points(2)});
    CHECK(result.reason == Reason::cards);
}

TEST_CASE("The result of four has the side of each seat as its team, that of two has no teams", "[rules][sugekari21]") {
    auto four = four_at_the_end({"5H", "4D 4C", "3C 3D", "2S 2H"});
    CHECK(result_of(four.moves("5H")).team == PerSeat<std::uint8_t>{0, 1, 0, 1});
    TestMatch two(for_two(TwoPlayer::refill), {"", ""});
    two.state.stock.clear();
    CHECK_FALSE(result_of(two.set_hands({"5H", "4D 4C"}).moves("5H")).team);
}

TEST_CASE("With equal captures the side that went out wins", "[rules][sugekari21]") {
    auto match = four_at_the_end({"5H", "4D 4C", "3C 3D", "2S 2H"});
    match.set_captured(1, "9S").moves("5H");
    auto const result = result_of(match);
    CHECK(result.winners == Seats{Seat(0), Seat(2)});
    CHECK(result.ranks == PerSeat<std::uint8_t>{1, 3, 1, 3});
    CHECK(result.reason == Reason::went_out);
}

TEST_CASE("At the end the round is empty, the last game is counted once, and the other fields stay",
          "[rules][sugekari21]") {
    auto match = four_at_the_end({"5H", "4D 4C", "3C 3D", "2S 2H"});
    match.set_captured(1, "9S 8S 7S").moves("5H");
    auto const view = match.view(Seat(1));
    CHECK(view.phase == Phase::over);
    CHECK(view.to_act.empty());
    CHECK(view.table.round.empty());
    CHECK(view.table.total == 0);
    CHECK(view.table.leader == Seat(0));
    CHECK(text_of(view.table.captured[0]) == "5H");
    CHECK(text_of(view.table.captured[1]) == "7S 8S 9S");
    CHECK(view.table.results == GameResults{{Points(1), Points(3)}});
    CHECK(view.table.outs == PerSide<int>{1, 0});
    CHECK(match.scores() == std::vector{1, 3, 1, 3});
    CHECK(match.hand_seen_by(Seat(1), 1) == "4D 4C");
    CHECK(match.hand_seen_by(Seat(1), 2) == " +2");
    CHECK(match.hand_seen_by(Observer::spectator(), 1) == " +2");
}

TEST_CASE("When the match is over nobody has a legal action", "[rules][sugekari21]") {
    auto match = four_at_the_end({"5H", "4D 4C", "3C 3D", "2S 2H"});
    match.moves("5H");
    CHECK(Sugekari21::over(match.state));
    for (int seat = 0; seat < 4; ++seat) {
        CHECK(match.legal(seat).empty());
        CHECK(match.refusal(seat, Pass{}) == "The match is over.");
        CHECK(match.refusal(seat, play_of("4D")) == "The match is over.");
    }
}

TEST_CASE("R3: a winner whose only card is a J, Q or K cannot lead, the lead passes to the left",
          "[rules][sugekari21]") {
    auto match = four_at_the_end({"5H KS", "4D 6D", "3C 2C", "2S 9S"});
    match.moves("5H pass pass pass");
    CHECK(match.event_types() == "passed round_won lead_passed round_begun");
    CHECK(match.event<LeadPassed>().seat == Seat(0));
    CHECK(match.event<RoundBegun>().leader == Seat(1));
    CHECK(match.view().table.leader == Seat(1));
    CHECK(match.view().to_act == Seats{Seat(1)});
    CHECK(match.legal(1) == "4D, 6D");
}

TEST_CASE("R3: the lead passes on until somebody can lead", "[rules][sugekari21]") {
    auto match = four_at_the_end({"5H KS", "4D JD", "3C QC", "2S"});
    match.set_hands({"5H KS", "JD", "QC", "2S"}).moves("5H pass pass pass");
    CHECK(match.event_types() == "passed round_won lead_passed lead_passed lead_passed round_begun");
    CHECK(match.legal(3) == "2S");
}

TEST_CASE("R3: a player whose only card is a number card can lead", "[rules][sugekari21]") {
    auto match = four_at_the_end({"5H 2D", "4D 6D", "3C 2C", "2S 9S"});
    match.moves("5H pass pass pass");
    CHECK(match.event_types() == "passed round_won round_begun");
    CHECK(match.legal(0) == "2D");
}

TEST_CASE("R3: if nobody can lead the game is over and nobody has gone out", "[rules][sugekari21]") {
    auto match = four_at_the_end({"5H KS", "4D JH", "3C QD", "2S JC"});
    match.moves("5H 4D 3C 2S pass pass pass");
    CHECK(match.event_types() ==
          "passed round_won lead_passed lead_passed lead_passed lead_passed deadlocked game_ended match_ended");
    CHECK(match.event<Deadlocked>().winner == Seat(3));
    CHECK(match.event<GameEnded>().outs == PerSide<int>{0, 0});
    CHECK(match.view().table.outs == PerSide<int>{0, 0});
    CHECK(result_of(match).winners == Seats{Seat(1), Seat(3)});
    CHECK(result_of(match).reason == Reason::cards);
}

TEST_CASE("R3: after a deadlock the winner of the last round wins a tie", "[rules][sugekari21]") {
    auto match = four_at_the_end({"5H KS", "4D JH", "3C QD", "2S JC"});
    match.set_captured(0, "9S 9H 9D 9C").moves("5H 4D 3C 2S pass pass pass");
    CHECK(result_of(match).winners == Seats{Seat(1), Seat(3)});
    CHECK(result_of(match).reason == Reason::went_out);
}

TEST_CASE("R14: after a deadlock the table names the leader of the last round that was led", "[rules][sugekari21]") {
    auto match = four_at_the_end({"5H KS", "4D JH", "3C QD", "2S JC"});
    match.moves("5H 4D 3C 2S pass pass pass");
    CHECK(match.view().table.leader == Seat(0));
}
