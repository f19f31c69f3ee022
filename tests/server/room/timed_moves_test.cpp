// Actions that the room sends when their time has come: in TT Page One bots call out who forgot "last one".
#include "tests/server/support/room_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// A template with as many cards as it allows, and without what is optional.
Json filled_in(Json action) {
    action.erase("optional");
    if (!action.contains("cards") || !action["cards"].is_object()) return action;
    auto const choice = action["cards"];
    auto const most = choice["choose"].is_array() ? choice["choose"][1] : choice["choose"];
    auto cards = choice.value("with", Json::array());
    for (std::size_t i = 0; i < most.get<std::size_t>(); ++i) cards.push_back(choice["from"][i]);
    action["cards"] = cards;
    return action;
}

/// What Aki does next, who never says "last one".
Json next_action(Json const& legal) {
    for (auto const* type : {"play", "choose_privilege", "draw", "name_suit", "pass", "hide"})
        for (auto const& choice : legal)
            if (choice["type"] == type) return filled_in(choice);
    FAIL("Aki can do nothing in " << legal);
    return nullptr;
}

/// Aki at a table of TT Page One with two bots.
struct Forgetful : RoomFixture {
    explicit Forgetful(std::uint8_t seed)
        : RoomFixture({.game = "ttpageone", .seats = 3, .random = counted_bytes(seed)}), aki(join("Aki")) {
        for (int bot = 0; bot < 2; ++bot) say(aki, {{"type", "fill"}, {"level", "normal"}});
    }

    Json update() const { return aki.last("update"); }
    bool has_forgotten() const { return update()["view"]["table"]["last_one"][0] == "undeclared"; }
    bool is_asked() const { return update()["view"]["to_act"] == Json{0}; }

    /// Plays until Aki, whose turn it is, has forgotten to say it. \returns false where the match ends without that
    bool forget() {
        for (let_bots_play(); is_asked(); let_bots_play()) {
            if (has_forgotten()) return true;
            act(aki, next_action(update()["legal"]));
        }
        return false;
    }

    bool is_called_out() const {
        return std::ranges::any_of(aki.got(), [](Json const& message) {
            return message["type"] == "update" && std::ranges::any_of(message["events"], [](Json const& event) {
                       return event["type"] == "challenged";
                   });
        });
    }

    Person aki;
};

/// Calls `check` at some tables where Aki has just forgotten it.
template <class Check>
void at_tables(Check const& check) {
    int tables = 0;
    for (int seed = 0; seed < 120 && tables < 3; ++seed) {
        Forgetful table(static_cast<std::uint8_t>(seed));
        if (!table.forget()) continue;
        INFO("seed " << seed);
        check(table);
        ++tables;
    }
    REQUIRE(tables == 3);
}

} // namespace

TEST_CASE("bots call out who forgot \"last one\", but not within 3 s", "[room][ttpageone]") {
    at_tables([](Forgetful& table) {
        // The bots have wanted to before this moment.
        CHECK_FALSE(table.is_called_out());
        table.pass_time(2.999);
        table.let_bots_play();
        CHECK_FALSE(table.is_called_out());
        table.pass_time(0.001);
        CHECK(table.is_called_out());
        CHECK(table.update()["view"]["table"]["out"][0] == 0);
    });
}

TEST_CASE("who says \"last one\" within 3 s is not called out", "[room][ttpageone]") {
    at_tables([](Forgetful& table) {
        table.pass_time(2.999);
        table.act(table.aki, {{"type", "last_one"}});
        table.pass_time(60);
        table.let_bots_play();
        CHECK_FALSE(table.is_called_out());
    });
}

TEST_CASE("people are never made to call out", "[room][ttpageone]") {
    auto const call = TimedMove{Seat(1), R"({"type":"challenge","seat":0})", std::chrono::seconds(3), true};
    auto const partner = TimedMove{Seat(2), R"({"type":"challenge","seat":0})", std::nullopt, true};
    TimedMoves moves;
    TimePoint const now{};
    moves.update({call, partner}, now);
    auto const nobody = [](TimedMove const&) { return std::optional<TimePoint>(); };
    auto const everybody = [](TimedMove const&) { return std::optional(TimePoint::min()); };
    auto const later = [&](TimedMove const&) { return std::optional(now + std::chrono::seconds(5)); };
    CHECK_FALSE(moves.deadline(nobody));
    CHECK_FALSE(moves.due(nobody, now + std::chrono::hours(1)));
    CHECK(moves.deadline(everybody) == now + std::chrono::seconds(3));
    CHECK(moves.due(everybody, now + std::chrono::seconds(3))->seat == Seat(1));
    CHECK(moves.deadline(later) == now + std::chrono::seconds(5));
    CHECK_FALSE(moves.due(later, now + std::chrono::seconds(4)));

    // Written in any way.
    auto const text = R"({"seat": 0, "type": "challenge"})";
    CHECK(moves.sent(Seat(1), text) == TimedMoves::Sent::later);
    CHECK(moves.sent(Seat(2), text) == TimedMoves::Sent::never);
    CHECK(moves.sent(Seat(3), text) == TimedMoves::Sent::by_anybody);
    CHECK(moves.sent(Seat(1), R"({"type":"draw"})") == TimedMoves::Sent::by_anybody);

    // The time goes on while it is named, and begins anew where it was not.
    CHECK(moves.update({call}, now + std::chrono::seconds(2)) == std::vector{Seat(2)});
    CHECK(moves.deadline(everybody) == now + std::chrono::seconds(3));
    moves.update({}, now + std::chrono::seconds(2));
    moves.update({call}, now + std::chrono::seconds(2));
    CHECK(moves.deadline(everybody) == now + std::chrono::seconds(5));
}
