// From which moments of which matches another match may go on.
#include "server/match/match_run.hpp"
#include "server/rooms/room_factory.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace tefuda;
using namespace tefuda::server;

namespace {

/// A match of Forty-One with two actions, as if it had ended then.
MatchRecord short_match() {
    MatchRecord record;
    record.room = "ROOM";
    record.setup.game = find_game("fortyone");
    record.setup.options = "{}";
    record.setup.names = {"A", "B"};
    record.setup.entropies = {"", ""};
    record.decisions_before = SeatList<std::int64_t>(2);
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

} // namespace

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
