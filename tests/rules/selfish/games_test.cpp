// A match of several games (RULES.md R6).
#include "tests/rules/selfish/game.hpp"

using namespace tefuda;
using namespace tefuda::test;

namespace {

selfish::Options games(int number) {
    selfish::Options options;
    options.games = {number};
    return options;
}

/// A match for two in which each game ends in turn 2. A game is named by its hands, in the order of the seats.
class Match {
public:
    Match(int number, std::vector<std::string_view> const& hands) : game_(games(number), hands) { play(); }

    /// The hands of the game after the one that is being played.
    Match& next(std::vector<std::string_view> const& hands, std::string_view rest = "") {
        game_.chance.shuffles(deal_of(hands, game_.state().first.left(2), rest));
        return *this;
    }
    SelfishGame& play() { return game_.say("draw draw draw continue draw"); }
    SelfishGame& game() { return game_; }

private:
    SelfishGame game_;
};

} // namespace

TEST_CASE("R6: a match of one game says nothing of games", "[rules][selfish]") {
    SelfishGame game(games(1), {"5S 5H", "JS QH"});
    CHECK(game.seen(Seat(0)).starts_with(R"({"type":"begun","first":0,"stock":52})"));
    CHECK(game.table().ends_with(R"("opened":null,"sudden_death":[]})"));
    CHECK(to_json(game.view(Seat(0)).scores) == "[null,null]");
}

TEST_CASE("R6: the next player begins the next game with all cards shuffled, and the games won are the scores",
          "[rules][selfish]") {
    Match match(3, {"5S 5H", "JS QH"});
    auto& game = match.game();
    CHECK(game.seen(Observer::spectator()) == "{\"type\":\"drawn\",\"seat\":1,\"card\":null}\n");
    CHECK(game.table().ends_with(R"("sudden_death":[],"game":1,"results":[]})"));
    match.next({"AS 2H", "9S 8H"});
    game.say("stop");
    CHECK(game.seen(Seat(0)) ==
          R"({"type":"stopped","seat":1}
{"type":"opened","hands":[{"cards":["5S","5H"],"hand":"double","score":20},{"cards":["JS","QH"],"hand":"burst","score":0}]}
{"type":"game_ended","game":1,"winner":0,"reason":"total","wins":[1,0]}
{"type":"begun","first":1,"stock":52,"game":2}
{"type":"turn_begun","turn":1}
)");
    CHECK(game.to_act() == 1);
    CHECK(to_json(game.view(Seat(0)).scores) == "[1,0]");
    CHECK(to_json(game.view(Seat(0)).hands) == "[[],[]]");
    CHECK(
        game.table() ==
        R"({"turn":1,"first":1,"stopped_by":null,"claims":[null,null],"stock":52,"opened":null,"sudden_death":[],)"
        R"("game":2,"results":[{"winner":0,"reason":"total","scores":[20,0]}],"previous":{"turn":2,"stopped_by":1,)"
        R"("opened":[{"cards":["5S","5H"],"hand":"double","score":20},{"cards":["JS","QH"],"hand":"burst","score":0}],)"
        R"("sudden_death":[]}})");
    CHECK(same_cards(all_cards(game.state()), fresh_pack()));
    match.play();
    CHECK(to_json(game.view(Seat(0)).hands) == R"([["AS","2H"],[null,null]])");
}

TEST_CASE("R6: the match ends as soon as nobody can catch up with the leader", "[rules][selfish]") {
    Match match(3, {"5S 5H", "JS QH"});
    auto& game = match.game();
    match.next({"6S 6H", "9S 8H"});
    game.say("stop");
    match.play().say("stop");
    CHECK(game.phase() == "over");
    CHECK(game.result() == R"({"winners":[0],"ranks":[1,2],"scores":[2,0],"reason":"games"})");
    CHECK(game.table().find(R"("game":2)") != std::string::npos);
    CHECK(game.seen(Seat(0)).find("begun") == std::string::npos);
}

TEST_CASE("R6: those who lead together after the last game play a sudden death for the match", "[rules][selfish]") {
    Match match(3, {"5S 5H", "JS QH"});
    auto& game = match.game();
    match.next({"AS 2H", "9S 8H"});
    game.say("stop");
    match.next({"JD QD", "KS KH"}, "7S 7H 3S 2S");
    match.play().say("stop");
    match.play().say("stop"); // all hands are a Burst: nobody wins this game
    CHECK(game.phase() == "sudden_death");
    CHECK(game.seen(Seat(0)).ends_with(R"({"type":"game_ended","game":3,"winner":null,"reason":"all_burst","wins":[1,1]}
{"type":"round_begun","contenders":[0,1]}
)"));
    game.say("draw draw draw draw");
    CHECK(game.result() == R"({"winners":[0],"ranks":[1,2],"scores":[1,1],"reason":"sudden_death"})");
    CHECK(game.table().find(R"("game":3)") != std::string::npos);
}

TEST_CASE("R6: a sudden death inside a game decides that game", "[rules][selfish]") {
    SelfishGame game(games(3), {"AS 7S", "2H 6H"}, Seat(0), "KS QS");
    game.say("draw draw draw stop draw");
    CHECK(game.phase() == "sudden_death");
    game.chance.shuffles(deal_of({"AS 2H", "9S 8H"}, Seat(1)));
    game.say("draw draw");
    CHECK(
        game.seen(Seat(0)).find(R"({"type":"game_ended","game":1,"winner":0,"reason":"sudden_death","wins":[1,0]})") !=
        std::string::npos);
    CHECK(game.table().ends_with(R"("sudden_death":[[{"seat":0,"card":"KS"},{"seat":1,"card":"QS"}]]}})"));
    CHECK(game.phase() == "draw");
}

TEST_CASE("R6: a match has 1, 3, 5 or 10 games", "[rules][selfish]") {
    CHECK(std::get<Illegal>(Selfish::settle(games(2), 4)).reason == "A match has 1, 3, 5 or 10 games.");
    CHECK(std::holds_alternative<selfish::Options>(Selfish::settle(games(10), 4)));
}
