// Advice: who gets it, and when it is out of date.
#include "protocol/codec/decode.hpp"
#include "server/room/stored_form.hpp"
#include "tests/server/support/room_fixture.hpp"
#include "tests/server/support/room_table.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

Json const advise{{"type", "advise"}, {"id", "h"}};

/// Whether any template allows the action, which has no choice in it.
bool is_among(Json const& legal, Json const& action) {
    return std::find(legal.begin(), legal.end(), action) != legal.end();
}

/// A bot thinks about the oldest question.
void think(RoomFixture& table) {
    auto const request = table.advice.front();
    table.advice.erase(table.advice.begin());
    BotRandom random(1);
    auto const consideration = consider(request.task, {.iterations = 200}, random);
    table.room.begin_transaction({});
    table.publish(table.room.advise(request, consideration));
}

} // namespace

TEST_CASE("against bots alone a seat that may act is told a legal action, and what the others are worth", "[room]") {
    RoomFixture table({"fortyone", 2});
    auto const aki = table.join("Aki");
    table.say(aki, {{"type", "fill"}, {"level", "easy"}});
    table.let_bots_play();
    auto const update = aki.last("update");
    table.say(aki, advise);
    REQUIRE(table.advice.size() == 1);
    CHECK(aki.last() == update);
    think(table);
    auto const advice = aki.last();
    CHECK(advice["type"] == "advice");
    CHECK(advice["re"] == "h");
    CHECK(advice["decision"] == update["decision"]);
    CHECK(is_among(update["legal"], advice["action"]));
    REQUIRE(advice["others"].size() == update["legal"].size() - 1);
    auto before = 1.0;
    for (auto const& other : advice["others"]) {
        CHECK(is_among(update["legal"], other["action"]));
        CHECK(other["action"] != advice["action"]);
        CHECK(other["value"].get<double>() <= before);
        before = other["value"].get<double>();
    }
}

TEST_CASE("among people there is advice only in a room with hints", "[room]") {
    for (auto const hints : {false, true}) {
        RoomFixture table({.game = "selfish", .seats = 2, .hints = hints});
        auto const aki = table.join("Aki");
        auto const ben = table.join("Ben");
        CHECK(aki.last("room").value("hints", false) == hints);
        auto const& first = on_turn_of(aki, ben);
        auto const& other = &first == &aki ? ben : aki;
        table.say(first, advise);
        CHECK(table.advice.size() == (hints ? 1U : 0U));
        if (!hints) CHECK(first.last()["code"] == "no_advice");
        // Who may not act gets none in any room.
        table.say(other, advise);
        CHECK(other.last()["code"] == "no_advice");
    }
}

TEST_CASE("whoever left and may come back is no bot", "[room]") {
    RoomFixture table({"selfish", 2});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    table.leave(ben);
    table.let_bots_play(1);
    table.say(aki, advise);
    CHECK(aki.last()["code"] == "no_advice");
    CHECK(table.advice.empty());
}

TEST_CASE("who has no seat gets no advice", "[room]") {
    RoomFixture table({.game = "selfish", .seats = 2, .hints = true});
    auto const aki = table.join("Aki");
    auto const watcher = table.watch("W");
    table.say(watcher, advise);
    CHECK(watcher.last()["code"] == "not_seated");
    // No match is on.
    table.say(aki, advise);
    CHECK(aki.last()["code"] == "no_advice");
}

TEST_CASE("advice that comes after the seat has acted is stale", "[room]") {
    RoomFixture table({.game = "selfish", .seats = 2, .hints = true});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& first = on_turn_of(aki, ben);
    table.say(first, advise);
    table.act(first, RoomFixture::first_action(first));
    think(table);
    CHECK(first.last("error")["code"] == "stale_decision");
    CHECK(first.last("error")["re"] == "h");
    CHECK(first.last("advice") == nullptr);
}

TEST_CASE("hints are stored with the room, and rooms stored without them have none", "[room]") {
    RoomFixture table({.game = "selfish", .seats = 2, .hints = true}, Keeps::journal);
    auto form = stored_form(table.room.state());
    CHECK(std::get<RoomState>(state_of("ROOM", form)).setting.hints);
    auto text = Json::parse(codec::to_json(form));
    text.erase("hints");
    auto const old = codec::Decoder().read_text<SavedRoom>(text.dump());
    REQUIRE(old);
    CHECK_FALSE(std::get<RoomState>(state_of("ROOM", *old)).setting.hints);
}

TEST_CASE("a client waits for so much advice at once, and each question is answered once", "[room]") {
    Table table({.game = "selfish", .seats = 2, .hints = true});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    auto const& first = on_turn_of(aki, ben);
    constexpr int asked = 6;
    table.in_one_transaction([&] {
        for (int i = 0; i < asked; ++i) table.deliver(first, {{"type", "advise"}, {"id", 100 + i}});
    });
    auto const answers = [&](std::string_view type) {
        return std::ranges::count_if(
            first.got(), [&](Json const& message) { return message["type"] == type && message.value("re", 0) >= 100; });
    };
    table.executor.run_until([&] { return answers("advice") + answers("error") == asked; });
    CHECK(answers("advice") == 4);
    CHECK(first.last("error")["code"] == "unavailable");
    CHECK(first.client->advice == 0);
}
