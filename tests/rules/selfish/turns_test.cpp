// Turns, stops and claims.
#include "tests/rules/selfish/game.hpp"

using namespace tefuda;
using namespace tefuda::test;

namespace {

std::vector<std::string_view> const three{"5S 5H KC 2S", "JS QH KD 3S", "AS 7H 9C 4S"};

} // namespace

TEST_CASE("Selfish is played by two to thirteen, four by default", "[rules][selfish]") {
    auto const counts = Selfish::seat_counts();
    CHECK(counts.values.size() == 12);
    CHECK(counts.values.front() == 2);
    CHECK(counts.values.back() == 13);
    CHECK(counts.usual == 4);
    CHECK(std::holds_alternative<selfish::Options>(Selfish::settle({}, 13)));
    CHECK(std::get<Illegal>(Selfish::settle({}, 1)).reason == "Selfish is a game for 2 to 13 players.");
    CHECK(std::holds_alternative<Illegal>(Selfish::settle({}, 14)));
}

TEST_CASE("the pack is shuffled, then the first player is picked, the hands are empty", "[rules][selfish]") {
    SelfishGame const game({}, three, Seat(2));
    CHECK(game.chance.used_up());
    CHECK(game.table() == R"({"turn":1,"first":2,"stopped_by":null,"claims":[null,null,null],"stock":52,)"
                          R"("opened":null,"sudden_death":[]})");
    CHECK(to_json(game.view(Seat(0)).hands) == "[[],[],[]]");
    CHECK(to_json(game.view(Seat(0)).scores) == "[null,null,null]");
    CHECK(game.to_act() == 2);
    CHECK(game.seen(Seat(0)) == R"({"type":"begun","first":2,"stock":52}
{"type":"turn_begun","turn":1}
)");
}

TEST_CASE("R1: jokers are added to the 52 cards", "[rules][selfish]") {
    for (auto const jokers : {0, 1, 2}) {
        selfish::Options options;
        options.jokers = {jokers};
        SelfishGame const game(options, three);
        CHECK(game.state().stock.size() == 52u + static_cast<unsigned>(jokers));
        CHECK(same_cards(all_cards(game.state()), fresh_pack(1, jokers)));
    }
}

TEST_CASE("in turn 1 each player draws the top card, clockwise from the first player, and cannot stop",
          "[rules][selfish]") {
    SelfishGame game({}, three, Seat(2));
    CHECK(game.legal(2) == R"([{"type":"draw"}])");
    CHECK(game.legal(0) == "[]");
    game.say("draw");
    CHECK(game.to_act() == 0);
    CHECK(game.phase() == "draw");
    CHECK(to_json(game.view(Seat(2)).hands) == R"([[],[],["AS"]])");
    CHECK(to_json(game.view(Seat(1)).hands) == R"([[],[],[null]])");
    game.say("draw draw");
    CHECK(game.state().turn == 2);
    CHECK(game.to_act() == 2);
    CHECK(game.state().stock.size() == 49);
    CHECK(game.seen(Seat(1)) == R"({"type":"drawn","seat":1,"card":"JS"}
{"type":"turn_begun","turn":2}
)");
}

TEST_CASE("in turns 2 and 3 each player stops or continues after drawing", "[rules][selfish]") {
    SelfishGame game({}, three);
    game.say("draw draw draw draw");
    CHECK(game.phase() == "decide");
    CHECK(game.to_act() == 0);
    CHECK(game.legal(0) == R"([{"type":"stop"},{"type":"continue"}])");
    game.say("continue");
    CHECK(game.seen(Seat(2)) == "{\"type\":\"continued\",\"seat\":0}\n");
    CHECK(game.to_act() == 1);
    CHECK(game.phase() == "draw");
    game.say("draw continue draw continue");
    CHECK(game.seen(Seat(0)) == R"({"type":"continued","seat":2}
{"type":"turn_begun","turn":3}
)");
    game.say("draw");
    CHECK(game.phase() == "decide");
    game.say("continue draw continue draw continue");
    CHECK(game.state().turn == 4);
}

TEST_CASE("nobody can stop in turn 4, and then the hands are opened", "[rules][selfish]") {
    SelfishGame game({}, three);
    game.say("draw draw draw draw continue draw continue draw continue draw continue draw continue draw continue");
    game.say("draw");
    CHECK(game.phase() == "draw");
    CHECK_FALSE(game.state().opened);
    game.say("draw draw");
    CHECK(game.phase() == "over");
    CHECK(game.state().turn == 4);
    CHECK(to_json(game.view(Seat(2)).hands) ==
          R"([["2S","5S","5H","KC"],["3S","JS","QH","KD"],["AS","4S","7H","9C"]])");
    // 2 5 5 K and a Double: 35; 3 J Q K: 39; 1 4 7 9: 21
    CHECK(game.result() == R"({"winners":[1],"ranks":[2,1,2],"scores":[35,39,21],"reason":"total"})");
}

TEST_CASE("after a stop the remaining players of the turn only draw, then the hands are opened", "[rules][selfish]") {
    SelfishGame game({}, three, Seat(1));
    game.say("draw draw draw draw stop");
    CHECK(game.seen(Seat(0)) == "{\"type\":\"stopped\",\"seat\":1}\n");
    CHECK(game.phase() == "draw");
    game.say("draw");
    CHECK(game.phase() == "draw");
    CHECK(game.to_act() == 0);
    game.say("draw");
    CHECK(game.phase() == "over");
    CHECK(game.table() ==
          R"({"turn":2,"first":1,"stopped_by":1,"claims":[null,null,null],"stock":46,"opened":[)"
          R"({"cards":["5S","5H"],"hand":"double","score":20},{"cards":["JS","QH"],"hand":"burst","score":0},)"
          R"({"cards":["AS","7H"],"hand":"none","score":8}],"sudden_death":[]})");
    CHECK(game.result() == R"({"winners":[0],"ranks":[1,2,2],"scores":[20,0,8],"reason":"total"})");
    CHECK(to_json(game.view(Seat(2)).scores) == "[20,0,8]");
}

TEST_CASE("a stop by the last player opens the hands at once", "[rules][selfish]") {
    SelfishGame game({}, three);
    game.say("draw draw draw draw continue draw continue draw stop");
    CHECK(game.phase() == "over");
    CHECK(game.seen(Seat(1)) ==
          R"({"type":"stopped","seat":2}
{"type":"opened","hands":[{"cards":["5S","5H"],"hand":"double","score":20},{"cards":["JS","QH"],"hand":"burst","score":0},{"cards":["AS","7H"],"hand":"none","score":8}]}
{"type":"ended","result":{"winners":[0],"ranks":[1,2,2],"scores":[20,0,8],"reason":"total"}}
)");
}

TEST_CASE("with forced turns nobody can stop, and there are always four turns", "[rules][selfish]") {
    selfish::Options options;
    options.turns = selfish::Turns::forced;
    SelfishGame game(options, three);
    for (int draws = 0; draws < 12; ++draws) {
        CHECK(game.phase() == "draw");
        CHECK(game.act(game.state().to_act, selfish::Stop{}));
        game.say("draw");
    }
    CHECK(game.phase() == "over");
    CHECK(game.state().turn == 4);
}

TEST_CASE("with coming_out each player makes a claim after turn 2, in turn order, without effect on the game",
          "[rules][selfish]") {
    for (auto const turns : {selfish::Turns::stop, selfish::Turns::forced}) {
        selfish::Options options;
        options.turns = turns;
        options.coming_out = true;
        options.scoring = selfish::Scoring::simple;
        SelfishGame game(options, three, Seat(2));
        game.say(turns == selfish::Turns::stop ? "draw draw draw draw continue draw continue draw continue"
                                               : "draw draw draw draw draw draw");
        CHECK(game.seen(Seat(0)).ends_with("{\"type\":\"claims_begun\"}\n"));
        CHECK(game.phase() == "claim");
        CHECK(game.to_act() == 2);
        CHECK(
            game.legal(2) ==
            R"([{"type":"claim","claim":"nothing"},{"type":"claim","claim":"double"},{"type":"claim","claim":"triple"},)"
            R"({"type":"claim","claim":"selfish"},{"type":"claim","claim":"burst"}])");
        CHECK(game.legal(0) == "[]");
        game.say("selfish");
        CHECK(game.seen(Seat(0)) == "{\"type\":\"claimed\",\"seat\":2,\"claim\":\"selfish\"}\n");
        CHECK(to_json(game.view(Seat(0)).table.claims) == R"([null,null,"selfish"])");
        CHECK(game.state().turn == 2);
        game.say("nothing double");
        CHECK(to_json(game.view(Seat(0)).table.claims) == R"(["nothing","double","selfish"])");
        CHECK(game.phase() == "draw");
        CHECK(game.to_act() == 2);
        CHECK(game.state().turn == 3);
    }
}

TEST_CASE("there are no claims if a player stopped in turn 2", "[rules][selfish]") {
    selfish::Options options;
    options.coming_out = true;
    SelfishGame game(options, three);
    game.say("draw draw draw draw continue draw stop draw");
    CHECK(game.phase() == "over");
    CHECK(to_json(game.view(Seat(0)).table.claims) == "[null,null,null]");
}

TEST_CASE("claims are made only once", "[rules][selfish]") {
    selfish::Options options;
    options.coming_out = true;
    SelfishGame game(options, three);
    game.say("draw draw draw draw continue draw continue draw continue burst triple nothing");
    game.say("draw continue draw continue draw continue");
    CHECK(game.phase() == "draw");
    CHECK(game.state().turn == 4);
}

TEST_CASE("thirteen players draw all 52 cards", "[rules][selfish]") {
    std::vector<std::string> hands;
    for (auto const rank : WireName<Rank>::all)
        hands.push_back(std::string(rank) + "S " + std::string(rank) + "H " + std::string(rank) + "D " +
                        std::string(rank) + "C");
    selfish::Options options;
    options.turns = selfish::Turns::forced;
    options.selfish_tie = selfish::SelfishTie::higher;
    SelfishGame game(options, {hands.begin(), hands.end()}, Seat(5));
    game.to_the_opening();
    CHECK(game.state().stock.empty());
    CHECK(to_json(game.view(Seat(0)).result->winners) == "[12]");
}

TEST_CASE("a refused action changes nothing and says why", "[rules][selfish]") {
    selfish::Options options;
    options.coming_out = true;
    SelfishGame game(options, three);
    auto const refused = [&game](int seat, Selfish::Action const& action) {
        auto const before = game.state();
        auto const illegal = game.act(Seat(seat), action);
        CHECK(game.state() == before);
        CHECK(game.events.empty());
        return illegal ? illegal->reason : "accepted";
    };
    auto const claim = selfish::Claim{selfish::ClaimedHand::burst};
    std::string const no_decision = "You may stop or continue only right after you have drawn in turn 2 or 3, unless "
                                    "somebody has stopped or the four turns are forced.";
    std::string const no_claim = "Claims are made only between turns 2 and 3, where the players agreed on coming out.";
    CHECK(refused(0, selfish::Stop{}) == no_decision);
    CHECK(refused(0, selfish::Continue{}) == no_decision);
    CHECK(refused(0, claim) == no_claim);
    CHECK(refused(1, selfish::Draw{}) == "It is not your turn.");
    CHECK(refused(12, selfish::Draw{}) == "It is not your turn.");
    game.say("draw draw draw draw");
    CHECK(refused(0, selfish::Draw{}) == "You have drawn: stop or continue.");
    CHECK(refused(0, claim) == no_claim);
    game.say("continue draw continue draw continue");
    CHECK(refused(0, selfish::Draw{}) == "You are to make a claim now.");
    CHECK(refused(0, selfish::Stop{}) == no_decision);
    game.to_the_opening();
    CHECK(refused(0, selfish::Draw{}) == "The match is over.");
    CHECK(game.legal(0) == "[]");
    CHECK(Selfish::to_act(game.state()).empty());
}
