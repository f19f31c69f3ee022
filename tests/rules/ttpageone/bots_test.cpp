#include "rules/ttpageone/policy.hpp"
#include "tests/rules/ttpageone/game.hpp"
#include "tests/support/bots.hpp"

TEST_CASE("ttpageone: bots play legally and do not use hidden information", "[rules][ttpageone][bots]") {
    tefuda::test::check_bots<tefuda::TtPageOne>(1);
}

namespace {

using tefuda::TtPageOne;
using tefuda::ttpageone::test::Game;

nlohmann::json rule(Game const& game, int seat) {
    return nlohmann::json::parse(tefuda::test::by_rules_of_thumb<TtPageOne>(game.state, seat));
}

} // namespace

TEST_CASE("ttpageone: a bot plays as many cards as it can at once, and says last one", "[rules][ttpageone][bots]") {
    auto const action = rule(Game({.hands = {"4H 4C KC", "9D 9H", "6D 6H", "TD TH"}}), 0);
    CHECK(action["cards"].size() == 2);
    CHECK(action["table"] == 0);
    CHECK(action["last_one"] == true);
}

TEST_CASE("ttpageone: a bot uses the pass privilege if it would have to draw", "[rules][ttpageone][bots]") {
    Game const game({.hands = {"TC KC", "9D 9H", "6D 6H"}, .tables = "4S 8D"});
    CHECK(rule(game, 0)["type"] == "pass");
}

TEST_CASE("ttpageone: a search goes out if it can", "[rules][ttpageone][bots]") {
    Game const game({.hands = {"4H 4C", "9D 9H", "6D 6H", "TD TH"}});
    auto const action = nlohmann::json::parse(tefuda::test::by_search<TtPageOne>(game.state, 0));
    CHECK(action["cards"].size() == 2);
}

TEST_CASE("ttpageone: a search challenges a player who forgot to say last one", "[rules][ttpageone][bots]") {
    Game game({.hands = {"4H KC", "9D 9H 8H", "6D 6H 5C", "TD TH 5S"}});
    game.act(0, tefuda::ttpageone::test::play(0, "4H"));
    CHECK(tefuda::test::by_search<TtPageOne>(game.state, 1) == R"({"type":"challenge","seat":0})");
}
