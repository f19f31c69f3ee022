#include "tests/rules/sugekari21/sitting.hpp"

using namespace tefuda;
using namespace tefuda::sugekari21;

namespace {

Sitting four_at_the_end(std::vector<std::string_view> const& hands) {
    Sitting sitting(Options(), {"", "", "", ""});
    sitting.hold(hands);
    return sitting;
}

Result<Reason> result_of(Sitting const& sitting) {
    auto const result = sitting.view().result;
    REQUIRE(result);
    return *result;
}

} // namespace

TEST_CASE("Who goes out takes half of the table, rounded up, in the order played; the rest counts for nobody") {
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
    auto sitting = four_at_the_end(one.hands);
    sitting.moves(one.moves);
    CHECK(sitting.story() == "played gone_out game_ended match_ended");
    CHECK(text_of(sitting.state.captured[static_cast<std::size_t>(one.side)]) == one.taken);
    CHECK(sitting.state.captured[static_cast<std::size_t>(1 - one.side)].empty());
    CHECK(text_of(sitting.event<GoneOut>().cards) == one.taken);
    CHECK(side_of(sitting.event<GoneOut>().seat) == static_cast<std::size_t>(one.side));
    CHECK(sitting.view().table.outs[static_cast<std::size_t>(one.side)] == 1);
}

TEST_CASE("R4: half it is too when the last card makes exactly 21") {
    auto sitting = four_at_the_end({"TH KS", "9D JH", "2C", "2S 2H"});
    sitting.moves("TH 9D 2C");
    CHECK(sitting.event<Played>().total == 21);
    CHECK(sitting.story() == "played gone_out game_ended match_ended");
    CHECK(text_of(sitting.state.captured[0]) == "TH 9D");
    CHECK(result_of(sitting).scores == PerSeat<Points>{Points(2), Points(0), Points(2), Points(0)});
}

TEST_CASE("More captured cards win, also against the side that went out") {
    auto sitting = four_at_the_end({"5H", "4D 4C", "3C 3D", "2S 2H"});
    sitting.captured(1, "9S 9H").moves("5H");
    auto const result = result_of(sitting);
    CHECK(result.winners == Seats{Seat(1), Seat(3)});
    CHECK(result.ranks == PerSeat<std::uint8_t>{3, 1, 3, 1});
    CHECK(result.scores == PerSeat<Points>{Points(1), Points(2), Points(1), Points(2)});
    CHECK(result.reason == Reason::cards);
}

TEST_CASE("Equal captures: the side that went out wins") {
    auto sitting = four_at_the_end({"5H", "4D 4C", "3C 3D", "2S 2H"});
    sitting.captured(1, "9S").moves("5H");
    auto const result = result_of(sitting);
    CHECK(result.winners == Seats{Seat(0), Seat(2)});
    CHECK(result.ranks == PerSeat<std::uint8_t>{1, 3, 1, 3});
    CHECK(result.reason == Reason::went_out);
}

TEST_CASE("At the end the table's round is empty, the last game counts once, and the rest stays") {
    auto sitting = four_at_the_end({"5H", "4D 4C", "3C 3D", "2S 2H"});
    sitting.captured(1, "9S 8S 7S").moves("5H");
    auto const view = sitting.view(Seat(1));
    CHECK(view.phase == Phase::over);
    CHECK(view.to_act.empty());
    CHECK(view.table.round.empty());
    CHECK(view.table.total == 0);
    CHECK(view.table.leader == Seat(0));
    CHECK(text_of(view.table.captured[0]) == "5H");
    CHECK(text_of(view.table.captured[1]) == "7S 8S 9S");
    CHECK(view.table.results == GameResults{{Points(1), Points(3)}});
    CHECK(view.table.outs == PerSide<int>{1, 0});
    CHECK(sitting.scores() == std::vector{1, 3, 1, 3});
    CHECK(sitting.sees(Seat(1), 1) == "4D 4C");
    CHECK(sitting.sees(Seat(1), 2) == " +2");
    CHECK(sitting.sees(Observer::spectator(), 1) == " +2");
}

TEST_CASE("When the match is over nobody has an action") {
    auto sitting = four_at_the_end({"5H", "4D 4C", "3C 3D", "2S 2H"});
    sitting.moves("5H");
    CHECK(Sugekari21::over(sitting.state));
    for (int seat = 0; seat < 4; ++seat) {
        CHECK(sitting.legal(seat).empty());
        CHECK(sitting.refusal(seat, Pass{}) == "The match is over.");
        CHECK(sitting.refusal(seat, play_of("4D")) == "The match is over.");
    }
}

TEST_CASE("R3: who should lead with a J, Q or K as the only card cannot; the lead passes to the left") {
    auto sitting = four_at_the_end({"5H KS", "4D 6D", "3C 2C", "2S 9S"});
    sitting.moves("5H pass pass pass");
    CHECK(sitting.story() == "passed round_won lead_passed round_begun");
    CHECK(sitting.event<LeadPassed>().seat == Seat(0));
    CHECK(sitting.event<RoundBegun>().leader == Seat(1));
    CHECK(sitting.view().table.leader == Seat(1));
    CHECK(sitting.view().to_act == Seats{Seat(1)});
    CHECK(sitting.legal(1) == "4D, 6D");
}

TEST_CASE("R3: the lead passes on until somebody can lead") {
    auto sitting = four_at_the_end({"5H KS", "4D JD", "3C QC", "2S"});
    sitting.hold({"5H KS", "JD", "QC", "2S"}).moves("5H pass pass pass");
    CHECK(sitting.story() == "passed round_won lead_passed lead_passed lead_passed round_begun");
    CHECK(sitting.legal(3) == "2S");
}

TEST_CASE("R3: a single joker or number is led by its holder") {
    auto sitting = four_at_the_end({"5H 2D", "4D 6D", "3C 2C", "2S 9S"});
    sitting.moves("5H pass pass pass");
    CHECK(sitting.story() == "passed round_won round_begun");
    CHECK(sitting.legal(0) == "2D");
}

TEST_CASE("R3: where nobody can lead the game is over and nobody is out") {
    auto sitting = four_at_the_end({"5H KS", "4D JH", "3C QD", "2S JC"});
    sitting.moves("5H 4D 3C 2S pass pass pass");
    CHECK(sitting.story() ==
          "passed round_won lead_passed lead_passed lead_passed lead_passed deadlocked game_ended match_ended");
    CHECK(sitting.event<Deadlocked>().winner == Seat(3));
    CHECK(sitting.event<GameEnded>().outs == PerSide<int>{0, 0});
    CHECK(sitting.view().table.outs == PerSide<int>{0, 0});
    CHECK(result_of(sitting).winners == Seats{Seat(1), Seat(3)});
    CHECK(result_of(sitting).reason == Reason::cards);
}

TEST_CASE("R3: after a deadlock a tie goes to the winner of the last round") {
    auto sitting = four_at_the_end({"5H KS", "4D JH", "3C QD", "2S JC"});
    sitting.captured(0, "9S 9H 9D 9C").moves("5H 4D 3C 2S pass pass pass");
    CHECK(result_of(sitting).winners == Seats{Seat(1), Seat(3)});
    CHECK(result_of(sitting).reason == Reason::went_out);
}

TEST_CASE("R14: after a deadlock the table names the leader of the last round that was led") {
    auto sitting = four_at_the_end({"5H KS", "4D JH", "3C QD", "2S JC"});
    sitting.moves("5H 4D 3C 2S pass pass pass");
    CHECK(sitting.view().table.leader == Seat(0));
}
