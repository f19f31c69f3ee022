#include "tests/rules/sugekari21/sitting.hpp"

using namespace tefuda;
using namespace tefuda::sugekari21;

namespace {

Sitting redeal() {
    return {for_two(TwoPlayer::redeal), {"5H 4H KS", "9D JD"}, 0, "7C 7D 8C 8D"};
}

Sitting refill() {
    return {for_two(TwoPlayer::refill), {"5H 4H 9S", "6D 8S"}, 0, "7C 7D 8C 8D TC TD"};
}

} // namespace

TEST_CASE("redeal: when one is out the stock is shuffled and dealt from the other, who leads") {
    auto sitting = redeal();
    sitting.hold({"5H", "9D JD 2D"}).captured(1, "9S 8S");
    sitting.chance.shuffles("7C 7D 8C 8D");
    sitting.moves("5H");
    CHECK(sitting.chance.used_up());
    CHECK(sitting.story() == "played gone_out bout_ended dealt");
    CHECK(sitting.event<BoutEnded>().bout == 1);
    CHECK(sitting.event<BoutEnded>().outs == PerSide<int>{1, 0});

    auto const view = sitting.view();
    CHECK(view.phase == Phase::play);
    CHECK(view.table.game == 1);
    CHECK(view.table.bout == 2);
    CHECK(view.table.leader == Seat(1));
    CHECK(view.table.stock == 0);
    CHECK(view.table.outs == PerSide<int>{1, 0});
    CHECK(view.table.results.empty());
    CHECK(contains_all(sitting.state.hands[Seat(1)], parse_cards("7C 8C")));
    CHECK(contains_all(sitting.state.hands[Seat(0)], parse_cards("7D 8D")));
    CHECK(sitting.state.hands[Seat(0)].size() == 13);
    CHECK(sitting.state.hands[Seat(1)].size() == 13);
    CHECK(text_of(sitting.state.laid_aside[Seat(1)]) == "2D 9D JD");
}

TEST_CASE("redeal: the second bout shuffles the stock as it lies") {
    auto sitting = redeal();
    auto const stock = sitting.state.stock;
    sitting.hold({"5H", "9D JD 2D"});
    sitting.chance.shuffles("");
    sitting.moves("5H");
    Cards leader;
    for (std::size_t i = 0; i < stock.size(); i += 2) leader.push_back(stock[i]);
    CHECK(sitting.state.hands[Seat(1)] == sorted(leader));
}

TEST_CASE("redeal: hands left over in the first bout are laid aside unseen") {
    auto sitting = redeal();
    sitting.hold({"5H", "9D JD 2D"});
    sitting.chance.shuffles("");
    sitting.moves("5H");
    auto const dealt = sitting.event<Dealt>(Seat(0));
    CHECK(dealt.hands[Seat(0)].hidden == 0);
    CHECK(dealt.hands[Seat(1)].hidden == 13);
    CHECK(dealt.stock == 0);
    CHECK(sitting.sees(Seat(0), 1) == " +13");
}

TEST_CASE("redeal: captures of both bouts add up, also on the table") {
    auto sitting = redeal();
    sitting.hold({"5H", "9D JD 2D"}).captured(1, "9S 8S 7S");
    sitting.chance.shuffles("");
    sitting.moves("5H").hold({"AC 2C", "3C"}).moves("3C");
    CHECK(sitting.story() == "played gone_out game_ended match_ended");
    CHECK(text_of(sitting.state.captured[0]) == "5H");
    CHECK(text_of(sitting.state.captured[1]) == "7S 8S 9S 3C");
    CHECK(sitting.view().table.results == GameResults{{Points(1), Points(4)}});
    CHECK(sitting.view().table.bout == 2);
    CHECK(sitting.view().result->winners == Seats{Seat(1)});
    CHECK(sitting.view().result->ranks == PerSeat<std::uint8_t>{2, 1});
    CHECK(sitting.view().result->reason == Reason::cards);
    CHECK(sitting.scores() == std::vector{1, 4});
}

TEST_CASE("redeal: equal: who went out in the first bout wins, and the second counts for no outs") {
    auto sitting = redeal();
    sitting.hold({"5H", "9D JD 2D"}).chance.shuffles("");
    sitting.moves("5H").hold({"AC 2C", "3C"}).moves("3C");
    CHECK(sitting.view().result->winners == Seats{Seat(0)});
    CHECK(sitting.view().result->reason == Reason::went_out);
    CHECK(sitting.view().table.outs == PerSide<int>{1, 0});
}

TEST_CASE("R5: after a deadlock in the first bout the player who did not win the last round leads the second") {
    auto sitting = redeal();
    sitting.hold({"5H KS", "JD"}).chance.shuffles("");
    sitting.moves("5H pass");
    CHECK(sitting.story() == "passed round_won lead_passed lead_passed deadlocked bout_ended dealt");
    CHECK(sitting.view().table.leader == Seat(1));
    CHECK(sitting.view().table.outs == PerSide<int>{0, 0});
    CHECK(text_of(sitting.state.laid_aside[Seat(0)]) == "KS");

    SECTION("and in a tie the winner of that round is the better one") {
        sitting.hold({"AC 2C", "3C"}).moves("3C");
        CHECK(sitting.view().table.results == GameResults{{Points(1), Points(1)}});
        CHECK(sitting.view().result->winners == Seats{Seat(0)});
        CHECK(sitting.view().result->reason == Reason::went_out);
        CHECK(sitting.view().table.outs == PerSide<int>{0, 0});
    }
}

TEST_CASE("redeal: a deadlock in the second bout ends the match") {
    auto sitting = redeal();
    sitting.hold({"5H", "9D JD 2D"}).chance.shuffles("");
    sitting.moves("5H").hold({"QC", "3C KC"}).moves("3C pass");
    CHECK(sitting.story() == "passed round_won lead_passed lead_passed deadlocked game_ended match_ended");
    CHECK(sitting.view().result->winners == Seats{Seat(0)});
    CHECK(sitting.view().result->reason == Reason::went_out);
}

TEST_CASE("refill: after a round its winner draws up to thirteen first, then the other, shown to both") {
    auto sitting = refill();
    sitting.moves("5H 6D 4H pass");
    CHECK(sitting.story() == "passed round_won drawn drawn round_begun");
    std::vector<Drawn> drawn;
    for (auto const& event : sitting.events)
        if (auto const* one = std::get_if<Drawn>(&event)) drawn.push_back(*one);
    CHECK(drawn[0].seat == Seat(0));
    CHECK(text_of(drawn[0].cards) == "7D 7C");
    CHECK(drawn[0].stock == 24);
    CHECK(drawn[1].seat == Seat(1));
    CHECK(text_of(drawn[1].cards) == "8C");
    CHECK(drawn[1].stock == 23);
    CHECK(sitting.view().table.stock == 23);
    CHECK(sitting.state.hands[Seat(0)].size() == 13);
    CHECK(sitting.state.hands[Seat(1)].size() == 13);
}

TEST_CASE("refill: drawn cards stay known to everybody until they are played") {
    auto sitting = refill();
    sitting.moves("5H 6D 4H pass");
    CHECK(sitting.sees(Seat(1), 0) == "7D 7C +11");
    CHECK(sitting.sees(Seat(0), 1) == "8C +12");
    CHECK(sitting.sees(Observer::spectator(), 0) == "7D 7C +11");
    CHECK(sitting.sees(Observer::spectator(), 1) == "8C +12");
    sitting.moves("7D");
    CHECK(sitting.sees(Seat(1), 0) == "7C +11");
    sitting.moves("8C");
    CHECK(sitting.sees(Seat(0), 1) == " +12");
    CHECK(sitting.sees(Observer::spectator(), 1) == " +12");
}

TEST_CASE("refill: a round that is won by the second player refills that one first") {
    auto sitting = refill();
    sitting.moves("5H 8S pass");
    CHECK(sitting.sees(Seat(0), 1) == "7C +12");
    CHECK(sitting.sees(Seat(1), 0) == "7D +12");
    CHECK(sitting.state.leader == Seat(1));
}

TEST_CASE("refill: an empty stock refills no more") {
    auto sitting = refill();
    sitting.state.stock = parse_cards("7C");
    sitting.moves("5H 8S pass");
    CHECK(sitting.story() == "passed round_won drawn round_begun");
    CHECK(sitting.view().table.stock == 0);
    CHECK(sitting.state.hands[Seat(1)].size() == 13);
    CHECK(sitting.state.hands[Seat(0)].size() == 12);
    sitting.moves("2H pass");
    CHECK(sitting.story() == "passed round_won round_begun");
}

TEST_CASE("refill: whose hand is empty takes half, rounded up, and wins a tie") {
    auto sitting = refill();
    sitting.state.stock.clear();
    sitting.hold({"5H 2H AS", "4D"}).captured(0, "9C").moves("5H 4D");
    CHECK(sitting.story() == "played gone_out game_ended match_ended");
    CHECK(sitting.view().table.results == GameResults{{Points(1), Points(1)}});
    CHECK(text_of(sitting.state.captured[1]) == "5H");
    CHECK(sitting.view().result->winners == Seats{Seat(1)});
    CHECK(sitting.view().result->reason == Reason::went_out);
    CHECK(sitting.view().table.outs == PerSide<int>{0, 1});
}

TEST_CASE("refill: cards left in the stock when a hand is empty are not drawn") {
    auto sitting = refill();
    sitting.hold({"5H", "4D"}).moves("5H");
    CHECK(sitting.story() == "played gone_out game_ended match_ended");
    CHECK(sitting.view().table.stock == 26);
}

TEST_CASE("refill: a J, Q or K is a single card only after the draw") {
    auto sitting = refill();
    sitting.hold({"5H KS", "4D 3D"}).moves("5H pass");
    CHECK(sitting.event<RoundBegun>().leader == Seat(0));
}

TEST_CASE("With two seats nobody gives, receives or discards") {
    auto const table = redeal().view(Seat(0)).table;
    CHECK(table.chosen.empty());
    REQUIRE(table.given);
    CHECK_FALSE(*table.given);
    REQUIRE(table.received);
    CHECK_FALSE(*table.received);
    REQUIRE(table.discarded);
    CHECK(table.discarded->empty());
}
