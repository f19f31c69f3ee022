// The sheet of the evening in a room: from the end of a match until a new one begins. Points and limits are in
// tests/server/match/evening_test.cpp.
#include "server/room/room_info.hpp"
#include "server/room/stored_form.hpp"
#include "server/store/saved_json.hpp"
#include "tests/server/support/room_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// Two at a table of Selfish.
struct EveningTable : RoomFixture {
    explicit EveningTable(SeatOwner owner = nullptr) : RoomFixture({"selfish", 2}, Keeps::journal) {
        aki.client->who = std::move(owner);
        say(aki, {{"type", "join"}, {"name", "Aki"}});
        say(ben, {{"type", "join"}, {"name", "Ben"}});
    }

    /// \pre a match is on
    void play() {
        while (room.state().playing()) {
            auto const& next = on_turn_of(aki, ben);
            act(next, first_action(next));
        }
    }

    void play_again() {
        for (auto const& person : {aki, ben}) say(person, {{"type", "rematch"}});
        play();
    }

    Json sheet() const { return ben.last("room").value("evening", Json()); }
    /// As `Aki 1.0`, most points first.
    std::string points() const {
        std::string text;
        auto const evening = sheet();
        for (auto const& line : evening["lines"])
            text += (text.empty() ? "" : ", ") + line["name"].get<std::string>() + " " + line["points"].dump();
        return text;
    }

    Person aki, ben;
};

SeatOwner player(std::string const& id) {
    return std::make_shared<SeatPlayer const>(SeatPlayer{id, PlayerKind::human});
}

} // namespace

TEST_CASE("the sheet is there when a match has ended, and has a line for each seat", "[room][evening]") {
    EveningTable table;
    CHECK(table.sheet() == nullptr);
    table.play();
    auto const ranks = table.ben.last("update")["view"]["result"]["ranks"];
    auto const first = ranks[0] == 1 ? 0 : 1;
    REQUIRE(ranks[0] != ranks[1]);
    auto const line = [&](int seat, double points, int won) {
        return Json{{"seat", seat},    {"name", seat == 0 ? "Aki" : "Ben"},
                    {"kind", "human"}, {"points", points},
                    {"played", 1},     {"won", won},
                    {"bot_share", 0}};
    };
    CHECK(table.sheet() == Json{{"matches", 1}, {"lines", {line(first, 1, 1), line(1 - first, 0, 0)}}});
    table.play_again();
    CHECK(table.sheet()["matches"] == 2);
}

TEST_CASE("from update 1 of a match to its end the sheet stays as it is", "[room][evening]") {
    EveningTable table;
    table.play();
    for (auto const& person : {table.aki, table.ben}) table.say(person, {{"type", "rematch"}});
    REQUIRE(table.room.state().playing());
    auto const before = table.sheet();
    // A seat gets a player, and another one is left to a bot.
    Person again;
    again.client->who = player("aki");
    table.say(again, {{"type", "resume"}, {"token", table.aki.last("joined")["token"]}});
    CHECK(table.sheet() == before);
    table.leave(again);
    CHECK(table.sheet() == before);
    table.let_bots_play();
    while (table.room.state().playing()) {
        table.act(table.ben, RoomFixture::first_action(table.ben));
        table.let_bots_play();
    }
    CHECK(table.sheet()["matches"] == 2);
    auto const lines = table.sheet()["lines"];
    auto const akis = lines[0]["name"] == "Aki" ? lines[0] : lines[1];
    CHECK(akis["player"] == "aki");
    CHECK(akis["played"] == 2);
    CHECK(akis["bot_share"] == 0.5);
}

TEST_CASE("between matches the sheet follows who sits where", "[room][evening]") {
    EveningTable table(player("aki"));
    table.play();
    auto const before = table.points();
    table.say(table.aki, {{"type", "leave"}});
    CHECK(table.points() == before);
    auto const seat = [&] {
        auto const lines = table.sheet()["lines"];
        return lines[0]["name"] == "Ben" ? lines[1]["seat"] : lines[0]["seat"];
    };
    CHECK(seat() == nullptr);
    Person stranger, again;
    table.say(stranger, {{"type", "join"}, {"name", "Eri"}});
    CHECK(seat() == nullptr);
    table.say(stranger, {{"type", "leave"}});
    again.client->who = player("aki");
    table.say(again, {{"type", "join"}, {"name", "Akiko"}});
    CHECK(seat() == 0);
    CHECK(table.points().find("Akiko") != std::string::npos);
}

TEST_CASE("a deletion takes name and player from a line at once, also during a match", "[room][evening]") {
    EveningTable table(player("akiakiakiaki"));
    table.play();
    for (auto const& person : {table.aki, table.ben}) table.say(person, {{"type", "rematch"}});
    table.room.begin_transaction({});
    table.publish(table.room.remove_player("akiakiakiaki", table.now));
    auto const text = table.ben.last("room").dump() + to_json(stored_form(table.room.state()));
    CHECK(text.find("aki") == std::string::npos);
    CHECK(table.points().find("\u2013") != std::string::npos);
    table.pass_time(3);
    table.let_bots_play();
    while (table.room.state().playing()) {
        table.act(table.ben, RoomFixture::first_action(table.ben));
        table.let_bots_play();
    }
    CHECK(table.sheet()["lines"].size() == 2);
    CHECK(table.sheet()["matches"] == 2);
}

TEST_CASE("the sheet is stored with the end of the match, and goes back with it", "[room][evening]") {
    EveningTable table;
    table.play();
    auto const saved = table.stored<RoomSaved>().back().room;
    REQUIRE(saved.evening);
    CHECK(saved.evening->newest.size() == 1);
    CHECK(saved.seats[0].line == 1);
    auto const state = std::get<RoomState>(state_of("ROOM", saved));
    CHECK(*state.evening == *table.room.state().evening);
    CHECK(state.seats[Seat(1)].line == 2);

    auto damaged = saved;
    damaged.evening->lines[0].won = 5;
    CHECK(std::get<Illegal>(state_of("ROOM", damaged)).reason == "its evening can't be read");

    table.room.begin_transaction({});
    table.handle(table.aki, {{"type", "new_evening"}});
    table.room.roll_back(table.now);
    CHECK(table.room.state().evening->matches == 1);
}

TEST_CASE("a new evening is the host's, between matches, and has no sheet until a match has ended", "[room][evening]") {
    EveningTable table;
    auto const refusal = [&](Person const& person) {
        table.say(person, {{"type", "new_evening"}, {"id", 1}});
        return person.last().value("code", person.last()["type"]);
    };
    auto const watcher = table.watch("Ren");
    CHECK(refusal(watcher) == "not_seated");
    CHECK(refusal(table.ben) == "not_host");
    CHECK(refusal(table.aki) == "already_playing");
    table.play();
    table.ben.got().clear();
    table.say(table.aki, {{"type", "new_evening"}, {"id", 2}});
    CHECK(table.aki.last("ok")["re"] == 2);
    CHECK(table.ben.types() == "room");
    CHECK(table.sheet() == nullptr);
    REQUIRE(table.stored<RoomSaved>().back().room.evening);
    CHECK(table.stored<RoomSaved>().back().room.evening->since == 3.6e9);
    table.play_again();
    CHECK(table.sheet()["matches"] == 1);
    CHECK(table.sheet()["lines"][0]["played"] == 1);
}

TEST_CASE("`room` has the lines of all who sit, and of the first sixteen who are gone", "[room][evening]") {
    EveningTable table;
    table.play();
    auto evening = *table.room.state().evening;
    for (int i = 0; i < 20; ++i)
        evening.lines.push_back({.id = evening.next_line++, .name = "gone " + std::to_string(i), .halves = 40 - i});
    auto state = table.room.state();
    state.evening = std::make_shared<Evening const>(evening);
    auto const info = info_of(state, table.room.presence());
    REQUIRE(info.evening->lines.size() == 18);
    CHECK(info.evening->lines[15].name == "gone 15");
    CHECK(info.evening->lines[16].seat);
    CHECK(info.evening->lines[17].seat);
}
