// The showing of the last cards, points, elimination, the next deal and the end.
#include "rules/twentytwo/ranking.hpp"
#include "tests/rules/twentytwo/game.hpp"

namespace tefuda::test {

using twentytwo::Options;
using twentytwo::Phase;
using twentytwo::Variant;

namespace {

/// Hands for up to four seats: six low cards and the given last card, so that the deal ends in one trick.
std::vector<std::string_view> hands_keeping(std::vector<std::string>& text, std::vector<std::string_view> const& last) {
    char const* sixes[] = {"2S 2S 2H 2H 2D 2D ", "3S 3S 3H 3H 3D 3D ", "4S 4S 4H 4H 4D 4D ", "5S 5S 5H 5H 5D 5D "};
    std::vector<std::string_view> hands;
    text.reserve(last.size());
    for (std::size_t i = 0; i < last.size(); ++i) {
        text.push_back(std::string(sixes[i]) + std::string(last[i]));
        hands.push_back(text.back());
    }
    return hands;
}

/// A match of which a test lists only the last card of each seat, deal by deal.
struct MatchOfLastCards : Game {
    MatchOfLastCards(Options const& options, std::vector<std::string_view> const& last)
        : MatchOfLastCards(options, last, std::vector<std::string>()) {}

    /// Scripts the next deal with its last cards, then plays out the current deal. Checks that `dealer` deals hands of
    /// `size` cards next.
    MatchOfLastCards& then(std::vector<std::string_view> const& last, int size, int dealer) {
        auto first = Seat(dealer).left(static_cast<int>(last.size()));
        while (last[static_cast<std::size_t>(first.number())].empty())
            first = first.left(static_cast<int>(last.size()));
        next_deal(last, size, first.number());
        play_out_lowest();
        CHECK(state.hand_size == size);
        CHECK(state.dealer == Seat(dealer));
        CHECK(chance.used_up());
        return *this;
    }

    /// Plays out the last deal of the match.
    MatchOfLastCards& last() {
        play_out_lowest();
        CHECK(state.phase == Phase::over);
        CHECK(chance.used_up());
        return *this;
    }

    MatchOfLastCards& picks(int number) {
        chance.picks(number);
        return *this;
    }

private:
    MatchOfLastCards(Options const& options, std::vector<std::string_view> const& last, std::vector<std::string> text)
        : Game(options, hands_keeping(text, last)) {}
};

} // namespace

TEST_CASE("the points of a card", "[rules][twentytwo]") {
    struct Row {
        char const* card;
        int in_22;
        int in_26;
    };
    for (auto const& row : std::vector<Row>{{"AS", 11, 14},
                                            {"KH", 10, 10},
                                            {"QD", 10, 10},
                                            {"JC", 10, 10},
                                            {"TS", 10, 10},
                                            {"9S", 9, 9},
                                            {"2S", 2, 2},
                                            {"XX", 13, 13}}) {
        INFO(row.card);
        auto const card = parse_cards(row.card).front();
        CHECK(twentytwo::points_of(card, Variant::twenty_two).value == row.in_22);
        CHECK(twentytwo::points_of(card, Variant::twenty_six).value == row.in_26);
    }
}

TEST_CASE("the highest last card loses, its owner gets its points and deals as many cards as points",
          "[rules][twentytwo]") {
    MatchOfLastCards game(two_packs(), {"KS", "9H", "AD"});
    game.then({"KS", "QS", "9C"}, 11, 2);
    CHECK(game.table()["last_show"] == Json::parse(R"({"cards":["KS","9H","AD"],"losers":[2]})"));
    CHECK(game.table()["lying"] == Json::parse(R"([[],[],["AD"]])"));
    CHECK(game.table()["stock"] == 104 - 1 - 33);
    CHECK(game.table()["deal"] == 2);
    CHECK(game.view()["scores"] == Json::parse("[0,0,11]"));
    CHECK(TwentyTwo::to_act(game.state) == Seats{Seat(0)});
    auto events = game.seen();
    auto const at = events.size() - 6;
    CHECK(events[at - 1]["type"] == "trick_won");
    CHECK(events[at] == Json::parse(R"({"type":"shown","seat":0,"card":"KS"})"));
    CHECK(events[at + 2] == Json::parse(R"({"type":"shown","seat":2,"card":"AD"})"));
    CHECK(events[at + 3] == Json::parse(R"({"type":"lost","seat":2,"card":"AD","points":11,"total":11})"));
    CHECK(events[at + 4] == Json::parse(R"({"type":"dealer_chosen","seat":2})"));
    CHECK(events[at + 5]["type"] == "dealt");
    CHECK(events[at + 5]["lying"] == Json::parse(R"([[],[],["AD"]])"));
    CHECK(events[at + 5]["hands"][0].size() == 11);
}

TEST_CASE("last_show is null in the first deal", "[rules][twentytwo]") {
    MatchOfLastCards game(two_packs(), {"KS", "9H", "AD"});
    CHECK(game.table()["last_show"] == nullptr);
}

TEST_CASE("with losing_cards return the losing cards go back into the next deal", "[rules][twentytwo]") {
    MatchOfLastCards game(with_return(two_packs()), {"KS", "9H", "AD"});
    game.then({"KS", "QS", "9C"}, 11, 2);
    CHECK(game.table()["lying"] == Json::parse("[[],[],[]]"));
    CHECK(game.table()["stock"] == 104 - 33);
}

TEST_CASE("of several losers a random one deals next", "[rules][twentytwo]") {
    for (auto const pick : {0, 1}) {
        MatchOfLastCards game(two_packs(), {"KS", "AH", "AD"});
        game.picks(pick).then({"KS", "QS", "9C"}, 11, 1 + pick);
        CHECK(game.view()["scores"] == Json::parse("[0,11,11]"));
        CHECK(game.table()["last_show"]["losers"] == Json::parse("[1,2]"));
        CHECK(game.table()["lying"] == Json::parse(R"([[],["AH"],["AD"]])"));
    }
}

TEST_CASE("R3: a joker is as high as an A, the card of the picked loser sets the hand size", "[rules][twentytwo]") {
    for (auto const pick : {0, 1}) {
        MatchOfLastCards game(game_26(), {"KS", "XX", "AD"});
        game.picks(pick).then({"KS", "QS", "9C"}, pick == 0 ? 13 : 14, 1 + pick);
        CHECK(game.view()["scores"] == Json::parse("[0,13,14]"));
        CHECK(game.table()["lying"] == Json::parse(R"([[],["XX"],["AD"]])"));
    }
}

TEST_CASE("R3: the card of the only loser still in sets the hand size, a player who is out has no cards in front of it",
          "[rules][twentytwo]") {
    MatchOfLastCards game(game_26(), {"KS", "XX", "9D"});
    game.then({"KS", "XX", "AD"}, 13, 1);
    game.then({"KS", "", "QD"}, 14, 2);
    CHECK(game.view()["scores"] == Json::parse("[0,26,14]"));
    CHECK(game.table()["last_show"] == Json::parse(R"({"cards":["KS","XX","AD"],"losers":[1,2]})"));
    CHECK(game.table()["lying"] == Json::parse(R"([[],[],["AD"]])"));
    CHECK(game.table()["stock"] == 108 - 1 - 28);
    CHECK(game.view()["hands"][1].empty());
    CHECK(game.table(Seat(1))["set_aside"] == Json::array());
    CHECK(game.last_seen("eliminated") == Json::parse(R"({"type":"eliminated","seat":1})"));
}

TEST_CASE("a player who is out is skipped, and its last card is null", "[rules][twentytwo]") {
    MatchOfLastCards game(two_packs(), {"AS", "9S", "KS", "QS"});
    game.then({"AH", "9H", "KH", "QH"}, 11, 0);
    game.then({"", "9D", "KD", "QD"}, 11, 1); // R7: seat 0 is out, the next one deals
    CHECK(TwentyTwo::to_act(game.state) == Seats{Seat(2)});
    game.then({"", "9D", "TD", "QD"}, 10, 2);
    CHECK(game.table()["last_show"] == Json::parse(R"({"cards":[null,"9D","KD","QD"],"losers":[2]})"));
    CHECK(game.table()["exchanged"] == Json::parse("[null,null,null,null]"));
    CHECK(game.table()["lying"] == Json::parse(R"([[],[],["KD"],[]])"));
    game.pass_all();
    CHECK(game.table()["exchanged"] == Json::parse("[null,0,0,0]"));
}

TEST_CASE("R2: if all losers are out, the next seat after a picked one deals", "[rules][twentytwo]") {
    for (auto const pick : {0, 1}) {
        MatchOfLastCards game(two_packs(), {"KS", "AH", "QS", "AD"});
        game.picks(0).then({"KH", "AS", "QH", "AC"}, 11, 1);
        game.picks(pick).then({"KD", "", "QD", ""}, 11, pick == 0 ? 2 : 0);
        CHECK(game.view()["scores"] == Json::parse("[0,22,0,22]"));
        CHECK(game.table()["lying"] == Json::parse("[[],[],[],[]]"));
    }
}

TEST_CASE("the last player left wins, and the others rank by the time at which they went out", "[rules][twentytwo]") {
    MatchOfLastCards game(two_packs(), {"KS", "9H", "AD"});
    game.then({"KS", "QS", "AC"}, 11, 2);
    game.then({"KH", "QS", ""}, 11, 0);
    game.then({"KD", "QH", ""}, 10, 0);
    game.then({"KC", "QD", ""}, 10, 0);
    game.last();
    CHECK(game.view()["result"] ==
          Json::parse(R"({"winners":[1],"ranks":[2,1,3],"scores":[30,0,22],"reason":"last_left"})"));
    CHECK(game.last_seen("ended")["result"] == game.view()["result"]);
}

TEST_CASE("players who go out in the same deal rank by their totals", "[rules][twentytwo]") {
    MatchOfLastCards game(two_packs(), {"KS", "9H", "8D"});
    game.then({"AS", "AH", "9C"}, 10, 0);
    game.picks(0).then({"AC", "AD", "9C"}, 11, 0);
    game.last(); // no pick once the match is over
    CHECK(game.view()["result"] ==
          Json::parse(R"({"winners":[2],"ranks":[3,2,1],"scores":[32,22,0],"reason":"last_left"})"));
}

TEST_CASE("R6: if nobody is left, the lowest total among the players who went out last wins", "[rules][twentytwo]") {
    MatchOfLastCards game(two_packs(), {"KS", "9H"});
    game.then({"KH", "9H"}, 10, 0);
    game.then({"KD", "AH"}, 10, 0);
    game.then({"AS", "AD"}, 11, 1);
    game.last();
    CHECK(game.view()["result"] ==
          Json::parse(R"({"winners":[1],"ranks":[2,1],"scores":[31,22],"reason":"lowest_total"})"));
}

TEST_CASE("R6: equal totals share first place", "[rules][twentytwo]") {
    MatchOfLastCards game(two_packs(), {"AS", "AH"});
    game.picks(1).then({"AC", "AD"}, 11, 1);
    game.last();
    CHECK(game.view()["result"] ==
          Json::parse(R"({"winners":[0,1],"ranks":[1,1],"scores":[22,22],"reason":"lowest_total"})"));
}

TEST_CASE("in 26 a player is out with 26 points", "[rules][twentytwo]") {
    MatchOfLastCards game(game_26(), {"9S", "KH", "QS"});
    game.then({"9H", "KS", "QH"}, 10, 1);
    game.then({"9H", "TS", "9D"}, 10, 1); // 20, still in
    CHECK(game.view()["scores"] == Json::parse("[0,20,0]"));
    game.then({"9H", "", "TD"}, 10, 2);
    CHECK(game.view()["scores"] == Json::parse("[0,30,0]"));
}

TEST_CASE("R15: when the match is over the table stays as in the last deal", "[rules][twentytwo]") {
    MatchOfLastCards game(two_packs(), {"KS", "AH"});
    game.then({"KH", "AD"}, 11, 1);
    REQUIRE(game.pass(0) == "");
    REQUIRE(game.exchange(1, "2H") == "");
    auto const before = game.table(Seat(1));
    game.last();
    auto after = game.table(Seat(1));
    CHECK(after["trick"].empty());
    CHECK(after["tricks"].empty());
    CHECK(after["last_show"]["losers"] == Json::parse("[1]"));
    CHECK(after["set_aside"] == Json::parse(R"(["2H"])"));
    CHECK(after["lying"] == Json::parse(R"([[],["AH"]])"));
    for (auto const* field : {"deal", "dealer", "hand_size", "stock", "exchanged", "set_aside", "lying", "draws"})
        CHECK(after[field] == before[field]);
    CHECK(game.view(Seat(1))["hands"] == Json::parse("[[],[]]"));
    CHECK(game.view()["phase"] == "over");
    CHECK(game.view()["to_act"].empty());
    CHECK(TwentyTwo::over(game.state));
    CHECK(game.legal(0).empty());
    CHECK(game.play(0, "KH") != "");
    CHECK(game.pass(1) != "");
    CHECK(same_cards(twentytwo::all_cards(game.state), fresh_pack(2)));
    CHECK(TwentyTwo::redeal(game.state, Seat(0), game.chance) == game.state);
}

TEST_CASE("the hand size is limited by the pack, with an empty stock there is no exchange", "[rules][twentytwo]") {
    Game game(with_return(game_26()), 12);
    game.chance.picks(0).shuffles("");
    game.play_out_lowest();
    CHECK(game.table()["last_show"]["losers"].size() > 1);
    CHECK(game.table()["hand_size"] == 9); // 108 / 12, not 14
    CHECK(game.table()["stock"] == 0);
    CHECK(game.view()["phase"] == "play");
    CHECK(game.last_seen("play_started")["seat"] == game.state.turn.number());
    CHECK(game.state.turn == game.state.dealer.left(12));
}

} // namespace tefuda::test
