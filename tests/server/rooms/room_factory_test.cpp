// From what a room can be made, and from which moments of which matches another match may go on.
#include "server/match/match_run.hpp"
#include "server/rooms/room_factory.hpp"
#include "tests/server/support/plain_record.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace tefuda;
using namespace tefuda::server;

namespace {

/// A match of Forty-One with two actions, as if it had ended then.
MatchRecord short_match() {
    auto record = plain_record(*find_game("fortyone"), 2);
    MatchRun run(record);
    for (int action = 0; action < 2; ++action) {
        auto const seat = run.to_act().front();
        auto const text = nlohmann::json::parse(run.legal(seat))[0].dump();
        REQUIRE_FALSE(run.act(seat, text));
        record.actions.add({seat, text, 0, false});
    }
    return record;
}

Create from(int actions) {
    Create message;
    message.game = "fortyone";
    message.from = MatchMoment{"ROOM", {1}, {static_cast<double>(actions)}};
    return message;
}

/// The order for a room, from the fields of a `create`.
OrRejection<RoomFactory::Order> order_of(std::string const& fields, bool allow_fixed = false) {
    auto const decoded = decode_message(R"({"type":"create",)" + fields + "}");
    REQUIRE(std::holds_alternative<ClientMessage>(decoded.message));
    return RoomFactory({}, allow_fixed, false).check(std::get<Create>(std::get<ClientMessage>(decoded.message)));
}

std::string code_of(OrRejection<RoomFactory::Order> const& order) {
    return order ? "good" : std::string(WireName<ErrorCode>::of(order.error().code));
}

} // namespace

TEST_CASE("A room has its game's usual seats and options where none are named", "[room]") {
    auto const [fields, seats, options] = GENERATE(table<std::string, int, std::string>({
        {R"("game":"fortyone")", 2, "{}"},
        {R"("game":"ttpageone")", 4, R"({"games":1,"teams":0})"},
        {R"("game":"selfish","seats":13,"options":{"jokers":2})", 13,
         R"({"turns":"stop","coming_out":false,"scoring":"full","selfish_tie":"sudden_death","jokers":2,"games":1})"},
        {R"("game":"sugekari21","seats":2,"options":{"exchange":"hearts","games":3})", 2,
         R"({"two_player":"redeal","exchange":"hearts","games":3,"jokers":false})"},
        {R"("game":"twentytwo","seats":7)", 7,
         R"({"variant":"22","decks":2,"follow":"free","reading":"usual","losing_cards":"stay"})"},
    }));
    auto const order = order_of(fields);
    REQUIRE(order.has_value());
    CHECK(order->setting.seats == seats);
    CHECK(order->setting.options == options);
    CHECK_FALSE(order->setting.clock);
    CHECK_FALSE(order->setting.is_public);
}

TEST_CASE("A game that there is not is refused, then its seats, options and clock", "[room]") {
    for (std::string const game : {"", "Fortyone", "chess", "😀"})
        CHECK(code_of(order_of(R"("seats":99,"options":{"x":1},"clock":{"decision":-1,"bank":0},"fixed":{},"game":")" +
                               game + '"')) == "unknown_game");
    for (auto const* game : all_games()) {
        CAPTURE(game->id());
        auto const code = [&](std::string const& more) {
            return code_of(order_of("\"game\":\"" + std::string(game->id()) + "\"," + more));
        };
        for (int seats = -1; seats <= 15; ++seats)
            CHECK((code("\"seats\":" + std::to_string(seats)) == "good") ==
                  (std::ranges::count(game->seat_counts().values, seats) == 1));
        for (auto const* seats : {"1e9", "-1e300"}) CHECK(code(std::string("\"seats\":") + seats) == "bad_options");
        for (auto const* options : {R"({"x":1})", R"({"":null})"})
            CHECK(code(std::string("\"options\":") + options) == "bad_options");
    }
    // Of each kind of value one of another kind, and one that is not on its list. The game's own rules say the rest.
    for (auto const* options : {R"({"turns":"x"})", R"({"turns":null})", R"({"turns":true})", R"({"coming_out":0})",
                                R"({"coming_out":"true"})", R"({"jokers":3})", R"({"jokers":-1})", R"({"jokers":0.5})",
                                R"({"jokers":"1"})", R"({"jokers":false})", R"({"Jokers":1})"})
        CHECK(code_of(order_of(std::string(R"("game":"selfish","options":)") + options)) == "bad_options");
    for (std::string const clock : {"0,\"bank\":0", "-1,\"bank\":5", "5,\"bank\":-1", "86400.5,\"bank\":0",
                                    "0,\"bank\":86401", "1e300,\"bank\":1"})
        CHECK(code_of(order_of(R"("game":"fortyone","clock":{"decision":)" + clock + "}")) == "bad_options");
    for (std::string const clock : {"0.5,\"bank\":0", "0,\"bank\":0.25", "86400,\"bank\":86400"})
        CHECK(code_of(order_of(R"("game":"fortyone","clock":{"decision":)" + clock + "}")) == "good");
}

TEST_CASE("A deal for tests has a seed, and an order of the cards that are shuffled first; most servers take none",
          "[room]") {
    std::string cards;
    for (std::string const suit : {"S", "H", "D", "C"})
        for (auto const rank : std::string("A23456789TJQK"))
            cards += (cards.empty() ? "\"" : ",\"") + (rank + suit) + "\"";
    auto const deal = [](std::string const& seed, std::string const& shuffles) {
        return R"({"server_seed":)" + seed + R"(,"shuffles":)" + shuffles + "}";
    };
    auto const code = [](std::string const& fixed, bool allowed = true) {
        return code_of(order_of(R"("game":"fortyone","fixed":)" + fixed, allowed));
    };
    std::string const seed = '"' + std::string(64, 'a') + '"';
    for (auto const& good : {deal(seed, "[]"), deal(seed, "[[" + cards + "]]")}) {
        CHECK(code(good) == "good");
        CHECK(code(good, false) == "bad_options");
    }
    for (std::string const none : {"5", "null", "[]", "\"x\"", "{}"})
        for (auto const allowed : {true, false}) CHECK(code(none, allowed) == "bad_options");
    for (auto const& wrong :
         {deal("5", "[]"), deal("\"\"", "[]"), deal('"' + std::string(62, 'a') + '"', "[]"),
          deal('"' + std::string(64, 'x') + '"', "[]"), deal(seed, "{}"), deal(seed, "[\"AS\"]"),
          deal(seed, "[[\"1S\"]]"), deal(seed, "[[null]]"), deal(seed, "[[]]"), deal(seed, "[],\"x\":1"),
          deal(seed, "[[" + cards.substr(5) + "]]"), deal(seed, "[[\"2S\"," + cards.substr(5) + "]]"),
          deal(seed, "[[" + cards + ",\"XX\"]]")}) {
        CAPTURE(wrong);
        CHECK(code(wrong) == "bad_options");
    }
    CHECK(code(R"({"server_seed":)" + seed + "}") == "bad_options");
    CHECK(code(R"({"shuffles":[]})") == "bad_options");
}

TEST_CASE("A match goes on from a board of the day only once that is open", "[room][continue]") {
    constexpr int day = 20'000;
    OpenBoards open;
    auto record = short_match();
    CHECK(check_source(from(1), &record, open).has_value());
    record.setup.board = day;
    CHECK(check_source(from(1), &record, open).error().code == ErrorCode::bad_options);
    open.open_until(day - 1);
    CHECK(check_source(from(1), &record, open).error().code == ErrorCode::bad_options);
    open.open_until(day);
    CHECK(check_source(from(1), &record, open).has_value());
}

TEST_CASE("A match does not go on from where its record breaks the rules", "[room][continue]") {
    auto record = short_match();
    record.actions = {{Seat(0), R"({"type":"pass"})"}, {Seat(1), R"({"type":"pass"})"}};
    CHECK(check_playable(record, 1).error().code == ErrorCode::bad_options);
    CHECK(check_playable(record, 0).has_value());
}

TEST_CASE("Nothing else about a board stands beside from", "[room][continue]") {
    auto const record = short_match();
    auto message = from(1);
    message.daily = false;
    CHECK(check_source(message, &record, {}).error().code == ErrorCode::bad_options);
}
