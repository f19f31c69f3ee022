#include "tests/rules/ttpageone/game.hpp"

using namespace tefuda;
using namespace tefuda::ttpageone;
using namespace tefuda::ttpageone::test;

namespace {

auto const four_hands =
    deal_of({"2S 3S 4S 5S 6S 7S 8S", "2H 3H 4H 5H 6H 7H 8H", "2D 3D 4D 5D 6D 7D 8D", "2C 3C 4C 5C 6C 7C 8C"}, Seat(0),
            "9S TH QD");

Game opened(std::string_view hidden = "") {
    Game game(4, four_hands, {3, 1, 2, 0});
    game.act(3, ChoosePrivilege{Privilege::wild}).act(1, ChoosePrivilege{Privilege::secret});
    game.act(2, ChoosePrivilege{Privilege::starter});
    game.act(1, hidden.empty() ? hide_none() : hide(hidden));
    return game;
}

std::string settled(int seats, int teams, int games = 1) {
    Options options;
    options.teams.value = teams;
    options.games.value = games;
    auto const complete = TtPageOne::settle(options, seats);
    return std::holds_alternative<Illegal>(complete) ? std::get<Illegal>(complete).reason : "";
}

} // namespace

TEST_CASE("TT Page One is played by three to six, four by default", "[rules][ttpageone]") {
    CHECK(TtPageOne::seat_counts().values == InplaceVector<int, max_seats>{3, 4, 5, 6});
    CHECK(TtPageOne::seat_counts().usual == 4);
}

TEST_CASE("teams must have equal size and at least two players", "[rules][ttpageone]") {
    struct Row {
        int seats, teams;
        bool good;
    };
    for (auto const& [seats, teams, good] :
         {Row{3, 0, true}, Row{3, 2, false}, Row{3, 3, false}, Row{4, 2, true}, Row{4, 3, false}, Row{5, 2, false},
          Row{5, 3, false}, Row{6, 2, true}, Row{6, 3, true}, Row{2, 0, false}, Row{7, 0, false}, Row{4, 1, false}}) {
        INFO(seats << " seats, " << teams << " teams");
        CHECK(settled(seats, teams).empty() == good);
    }
    CHECK(settled(4, 0, 9).empty());
    CHECK_FALSE(settled(4, 0, 10).empty());
}

TEST_CASE("each player gets 7 cards with 3 or 4 seats, 6 with 5, and 5 with 6", "[rules][ttpageone]") {
    struct Row {
        int seats, each, stock;
    };
    for (auto const& [seats, each, stock] : {Row{3, 7, 32}, Row{4, 7, 25}, Row{5, 6, 23}, Row{6, 5, 23}}) {
        std::vector<int> order;
        for (int seat = 0; seat < seats; ++seat) order.push_back(seat);
        Game game(seats, {}, order);
        CHECK(game.chance.used_up());
        CHECK(game.table()["stock"] == stock);
        for (int seat = 0; seat < seats; ++seat) CHECK(static_cast<int>(game.hand(seat).size()) == each);
    }
}

TEST_CASE("cards are dealt one at a time from seat 0", "[rules][ttpageone]") {
    Game game(4, four_hands, {0, 1, 2, 3});
    CHECK(game.hand(2, Seat(2)) == Json{"2D", "3D", "4D", "5D", "6D", "7D", "8D"});
}

TEST_CASE("before the opening only its owner sees a hand", "[rules][ttpageone]") {
    Game game(4, four_hands, {0, 1, 2, 3});
    auto const unknown = Json::array({nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr});
    CHECK(game.hand(2, Seat(1)) == unknown);
    CHECK(game.hand(2) == unknown);
    auto const dealt = game.event("dealt", Seat(1));
    CHECK(dealt["hands"][1] == Json{"2H", "3H", "4H", "5H", "6H", "7H", "8H"});
    CHECK(dealt["hands"][0] == unknown);
    CHECK(dealt["stock"] == 25);
    CHECK(dealt["priority"] == Json{0, 1, 2, 3});
    CHECK(dealt["game"] == 1);
    CHECK(game.event("dealt")["hands"][3] == unknown);
}

TEST_CASE("before the opening the table has no tops, no turn and no privileges", "[rules][ttpageone]") {
    Game game(4, four_hands, {3, 1, 2, 0});
    CHECK(game.table(Seat(1)) ==
          Json::parse(R"({"game":1,"priority":[3,1,2,0],"privileges":{},"pass_used":false,"tables":[],"stock":25,
                          "direction":1,"turn":null,"drawn":false,"last_one":[null,null,null,null],"out":[],
                          "results":[]})"));
    CHECK(game.view()["to_act"] == Json{3});
    CHECK(game.phase() == "privileges");
    CHECK(game.view()["scores"] == Json{0, 0, 0, 0});
    CHECK(game.view()["result"].is_null());
}

TEST_CASE("privileges are chosen in priority order, each once, and the last is assigned without an action (R1)",
          "[rules][ttpageone]") {
    Game game(4, four_hands, {3, 1, 2, 0});
    CHECK(game.legal(3) == Json::parse(R"([{"type":"choose_privilege","privilege":"secret"},
        {"type":"choose_privilege","privilege":"wild"},{"type":"choose_privilege","privilege":"pass"},
        {"type":"choose_privilege","privilege":"starter"}])"));
    CHECK(game.legal(1).empty());
    CHECK_FALSE(game.refusal(1, ChoosePrivilege{Privilege::wild}).empty());
    CHECK_FALSE(game.refusal(3, Draw{}).empty());
    CHECK_FALSE(game.refusal(3, hide_none()).empty());

    game.act(3, ChoosePrivilege{Privilege::wild});
    CHECK(game.seen() == Json::parse(R"([{"type":"privilege_chosen","seat":3,"privilege":"wild"}])"));
    CHECK_FALSE(game.refusal(1, ChoosePrivilege{Privilege::wild}).empty());
    CHECK(game.table()["privileges"] == Json{{"wild", 3}});
    game.act(1, ChoosePrivilege{Privilege::secret}).act(2, ChoosePrivilege{Privilege::starter});
    CHECK(game.seen() == Json::parse(R"([{"type":"privilege_chosen","seat":2,"privilege":"starter"},
                                         {"type":"privilege_assigned","seat":0,"privilege":"pass"}])"));
    CHECK(game.table()["privileges"] == Json{{"wild", 3}, {"secret", 1}, {"starter", 2}, {"pass", 0}});
    CHECK(game.phase() == "hide");
    CHECK(game.view()["to_act"] == Json{1});
    CHECK_FALSE(game.refusal(0, ChoosePrivilege{Privilege::pass}).empty());
}

TEST_CASE("with 3 seats there is no starter privilege, and the starter is picked at random", "[rules][ttpageone]") {
    Game game(3, {}, {2, 0, 1});
    CHECK_FALSE(game.refusal(2, ChoosePrivilege{Privilege::starter}).empty());
    CHECK(game.legal(2).size() == 3);
    game.act(2, ChoosePrivilege{Privilege::pass}).act(0, ChoosePrivilege{Privilege::wild});
    CHECK(game.event("privilege_assigned") ==
          Json{{"type", "privilege_assigned"}, {"seat", 1}, {"privilege", "secret"}});
    CHECK(game.table()["turn"].is_null());
    game.act(1, hide_none());
    CHECK(game.turn() == 0);
    CHECK_FALSE(game.table()["privileges"].contains("starter"));
}

TEST_CASE("with 5 or 6 seats only the first four in priority have a privilege", "[rules][ttpageone]") {
    Game game(6, {}, {5, 4, 3, 2, 1, 0});
    game.act(5, ChoosePrivilege{Privilege::starter}).act(4, ChoosePrivilege{Privilege::pass});
    game.act(3, ChoosePrivilege{Privilege::secret});
    CHECK(game.table()["privileges"] == Json{{"starter", 5}, {"pass", 4}, {"secret", 3}, {"wild", 2}});
    CHECK(game.phase() == "hide");
}

TEST_CASE("the holder of secret hides any card or none before the hands are opened", "[rules][ttpageone]") {
    Game game(4, four_hands, {1, 3, 2, 0});
    game.act(1, ChoosePrivilege{Privilege::secret}).act(3, ChoosePrivilege{Privilege::wild});
    game.act(2, ChoosePrivilege{Privilege::starter});
    CHECK(game.table(Seat(1))["secret"].is_null());
    CHECK(game.table(Seat(1)).contains("secret"));
    CHECK_FALSE(game.table(Seat(0)).contains("secret"));
    auto const legal = game.legal(1);
    REQUIRE(legal.size() == 8);
    CHECK(legal[0] == Json{{"type", "hide"}, {"card", "2H"}});
    CHECK(legal[7] == Json{{"type", "hide"}, {"card", nullptr}});
    CHECK(game.legal(0).empty());
    CHECK_FALSE(game.refusal(1, hide("2S")).empty());
    CHECK_FALSE(game.refusal(0, hide("2S")).empty());
    CHECK_FALSE(game.refusal(2, play(0, "2D")).empty());
}

TEST_CASE("after the setup all hands are open except the secret card, and the holder of wild gets a joker",
          "[rules][ttpageone]") {
    auto const game = opened("5H");
    CHECK(game.hand(1) == Json{"2H", "3H", "4H", "6H", "7H", "8H", nullptr});
    CHECK(game.hand(1, Seat(3)) == Json{"2H", "3H", "4H", "6H", "7H", "8H", nullptr});
    CHECK(game.hand(1, Seat(1)) == Json{"2H", "3H", "4H", "5H", "6H", "7H", "8H"});
    CHECK(game.hand(3) == Json{"2C", "3C", "4C", "5C", "6C", "7C", "8C", "XX"});
    CHECK(game.table(Seat(1))["secret"] == "5H");
    CHECK_FALSE(game.table().contains("secret"));

    CHECK(game.event("hidden", Seat(0)) ==
          Json::parse(R"({"type":"hidden","seat":1,"card":null,"face_down":1,"opened":[]})"));
    CHECK(game.event("hidden", Seat(1))["card"] == "5H");
    CHECK(game.event("opened")["hands"][1] == Json{"2H", "3H", "4H", "6H", "7H", "8H", nullptr});
    CHECK(game.event("opened", Seat(1))["hands"][1] == Json{"2H", "3H", "4H", "5H", "6H", "7H", "8H"});
    CHECK(game.event("joker_added") == Json{{"type", "joker_added"}, {"seat", 3}});
}

TEST_CASE("the holder of secret need not hide a card", "[rules][ttpageone]") {
    auto const game = opened();
    CHECK(game.hand(1) == Json{"2H", "3H", "4H", "5H", "6H", "7H", "8H"});
    CHECK(game.table(Seat(1))["secret"].is_null());
    CHECK(game.event("hidden")["face_down"] == 0);
}

TEST_CASE("the first two cards of the stock are the table cards, without effect, and the starter begins",
          "[rules][ttpageone]") {
    auto const game = opened();
    CHECK(game.top(0) == "9S S 9");
    CHECK(game.top(1) == "TH H T");
    CHECK(game.table()["direction"] == 1);
    CHECK(game.turn() == 2);
    CHECK(game.table()["stock"] == 23);
    CHECK(game.view()["to_act"] == Json{2});
    auto const events = game.seen();
    CHECK(events[3] == Json{{"type", "table_turned"}, {"table", 0}, {"card", "9S"}});
    CHECK(events[4] == Json{{"type", "table_turned"}, {"table", 1}, {"card", "TH"}});
    CHECK(events[5] == Json{{"type", "turn_began"}, {"seat", 2}});
    CHECK(events.size() == 6);
}

TEST_CASE("special cards turned up in the setup have no effect (R12)", "[rules][ttpageone]") {
    Game game(4,
              deal_of({"2S 3S 4S 5S 6S 7S 8S", "2H 3H 4H 5H 6H 7H 8H", "2D 3D 4D 5D 6D 7D 8D", "2C 3C 4C 5C 6C 7C 8C"},
                      Seat(0), "AH KD"),
              {0, 1, 2, 3});
    game.act(0, ChoosePrivilege{Privilege::starter}).act(1, ChoosePrivilege{Privilege::secret});
    game.act(2, ChoosePrivilege{Privilege::wild}).act(1, hide_none());
    CHECK(game.top(0) == "AH H A");
    CHECK(game.top(1) == "KD D K");
    CHECK(game.table()["stock"] == 23);
}

TEST_CASE("a joker turned up for a table goes to the bottom of the stock (R2)", "[rules][ttpageone]") {
    auto const first = GENERATE(true, false);
    Game game(4,
              deal_of({"2S 3S 4S 5S 6S 7S 8S", "2H 3H 4H 5H 6H 7H 8H", "2D 3D 4D 5D 6D 7D 8D", "2C 3C 4C 5C 6C 7C 8C"},
                      Seat(0), first ? "XX 9S TH" : "9S XX TH"),
              {0, 1, 2, 3});
    game.act(0, ChoosePrivilege{Privilege::starter}).act(1, ChoosePrivilege{Privilege::secret});
    game.act(2, ChoosePrivilege{Privilege::wild}).act(1, hide_none());
    CHECK(game.top(0) == "9S S 9");
    CHECK(game.top(1) == "TH H T");
    CHECK(game.table()["stock"] == 23);
    CHECK(game.state.stock.back() == Card::joker());
    CHECK(game.event("joker_buried") == Json{{"type", "joker_buried"}, {"table", first ? 0 : 1}});
}

TEST_CASE("the JSON of the table after the opening", "[rules][ttpageone]") {
    auto const game = opened("5H");
    CHECK(game.table(Seat(1)) ==
          Json::parse(R"({"game":1,"priority":[3,1,2,0],"privileges":{"wild":3,"secret":1,"starter":2,"pass":0},
                          "pass_used":false,"tables":[{"top":"9S","suit":"S","rank":"9","under":0},
                          {"top":"TH","suit":"H","rank":"T","under":0}],"stock":23,"direction":1,"turn":2,
                          "drawn":false,"last_one":[null,null,null,null],"out":[],"results":[],"secret":"5H"})"));
}
