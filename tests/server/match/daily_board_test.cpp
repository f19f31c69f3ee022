#include "server/match/match.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <stdexcept>

using namespace tefuda;
using namespace tefuda::server;
using Json = nlohmann::json;

namespace {

struct Expected {
    std::string_view game;
    int seats;
    std::string_view options;
    std::string_view result;
    std::int64_t margin; ///< of seat 0
};

Expected const expected[] = {
    {"fortyone", 2, "{}", R"({"winners":[1],"ranks":[2,1],"scores":[9,12],"reason":"chips"})", -3},
    {"selfish", 2,
     R"({"turns":"stop","coming_out":false,"scoring":"simple","selfish_tie":"sudden_death","jokers":2,"games":10})",
     R"({"winners":[0],"ranks":[1,2],"scores":[6,3],"reason":"games"})", 3},
    {"sugekari21", 2, R"({"two_player":"redeal","exchange":"none","games":1,"jokers":false})",
     R"({"winners":[0],"ranks":[1,2],"scores":[30,18],"reason":"cards"})", 12},
    {"ttpageone", 4, R"({"games":3,"teams":2})",
     R"({"winners":[0,2],"ranks":[1,3,1,3],"scores":[14,9,14,9],"reason":"points","team":[0,1,0,1]})", 5},
    {"twentytwo", 4, R"({"variant":"22","decks":1,"follow":"free","reading":"usual","losing_cards":"stay"})",
     R"({"winners":[3],"ranks":[3,4,2,1],"scores":[24,26,25,13],"reason":"last_left"})", -14},
};

} // namespace

TEST_CASE("every game has the deal of the day that its RULES.md describes", "[match][daily]") {
    for (auto const& [id, seats, options, result, margin] : expected) {
        INFO(id);
        auto const& game = *find_game(id);
        auto const board = game.daily();
        REQUIRE(board);
        CHECK(board->seats == seats);
        CHECK(Json::parse(board->options) == Json::parse(options));
        CHECK(std::holds_alternative<std::string_view>(game.settle(board->options, board->seats)));
        CHECK(game.margin(result, Seat(0)) == margin);
    }
}

TEST_CASE("a margin is only computed from a result of the game", "[match][daily]") {
    auto const& game = *find_game("fortyone");
    auto const result = R"({"winners":[1],"ranks":[2,1],"scores":[9,12],"reason":"chips"})";
    CHECK(game.margin(result, Seat(1)) == 3);
    CHECK_THROWS_AS(game.margin(result, Seat(2)), std::invalid_argument);
    CHECK_THROWS_AS(game.margin("null", Seat(0)), std::invalid_argument);
    CHECK_THROWS_AS(game.margin(R"({"winners":[1],"ranks":[2,1],"scores":[9,12],"reason":"cards"})", Seat(0)),
                    std::invalid_argument);
}
