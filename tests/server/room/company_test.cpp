// Who may send away whom, what was said before one came, and who wants to play again.
#include "tests/server/support/room_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

Json kick(int seat) {
    return {{"type", "kick"}, {"id", "k"}, {"seat", seat}};
}

/// Three at a table of Selfish, in a match.
struct Three : RoomFixture {
    Three() : RoomFixture({"selfish", 3}), aki(join("Aki")), ben(join("Ben")), eri(join("Eri")) {}
    Person aki, ben, eri;
};

} // namespace

TEST_CASE("any seat may hand the seat of whoever has been away for 60 seconds to a bot", "[room]") {
    Three table;
    table.disconnect(table.ben);
    table.pass_time(59.9);
    table.say(table.eri, kick(1));
    CHECK(table.eri.last()["code"] == "not_host");
    table.pass_time(0.1);
    table.say(table.eri, kick(1));
    CHECK(table.eri.last("ok")["re"] == "k");
    CHECK(seat_of(table.eri.last("room"), 1)["bot_plays"] == true);
}

TEST_CASE("who comes back in time can't be sent away, and the 60 seconds begin anew", "[room]") {
    Three table;
    auto const token = table.ben.last("joined")["token"];
    table.disconnect(table.ben);
    table.pass_time(70);
    auto const again = table.resume(token);
    table.say(table.eri, kick(1));
    CHECK(table.eri.last()["code"] == "not_host");
    table.disconnect(again);
    table.pass_time(59);
    table.say(table.eri, kick(1));
    CHECK(table.eri.last()["code"] == "not_host");
}

TEST_CASE("the host may send away at once, and all may send away a host who has been gone for 60 seconds", "[room]") {
    Three table;
    table.disconnect(table.ben);
    table.say(table.aki, kick(1));
    CHECK(table.aki.last("ok")["re"] == "k");
    table.disconnect(table.aki);
    table.pass_time(59.9);
    table.say(table.eri, kick(0));
    CHECK(table.eri.last()["code"] == "not_host");
    table.pass_time(0.1);
    table.say(table.eri, kick(0));
    CHECK(table.eri.last("ok")["re"] == "k");
    CHECK(seat_of(table.eri.last("room"), 2)["host"] == true);
}

TEST_CASE("a kick in a match takes no seat: a bot plays until the token resumes, and a bot's seat stays as it is",
          "[room]") {
    RoomFixture table({"ttpageone", 3});
    auto const aki = table.join("Aki"), ben = table.join("Ben");
    table.say(aki, {{"type", "fill"}});
    auto const heard = aki.types();
    table.say(aki, kick(2));
    CHECK(aki.types() == heard + " ok");
    table.say(aki, kick(1));
    CHECK(ben.last()["type"] == "replaced");
    CHECK(seat_of(aki.last("room"), 1)["bot_plays"] == true);
    table.say(ben, {{"type", "resume"}, {"token", ben.last("joined")["token"]}});
    CHECK_FALSE(seat_of(aki.last("room"), 1).contains("bot_plays"));
    // So is the host's own.
    table.say(aki, kick(0));
    CHECK(aki.last()["type"] == "replaced");
    CHECK(seat_of(ben.last("room"), 1)["host"] == true);
}

TEST_CASE("who left a match keeps the seat in the next one, with a bot, until the host gives it away", "[room]") {
    RoomFixture table({"selfish", 2});
    auto const aki = table.join("Aki"), ben = table.join("Ben");
    auto const play = [&] {
        while (ben.last("room")["status"] == "playing") {
            table.let_bots_play();
            if (ben.last("update").contains("legal")) table.act(ben, RoomFixture::first_action(ben));
        }
    };
    table.leave(aki);
    play();
    // Only the player without a bot has to ask.
    table.say(ben, {{"type", "rematch"}});
    CHECK(ben.last("room")["status"] == "playing");
    CHECK(seat_of(ben.last("room"), 0)["bot_plays"] == true);
    play();
    table.say(ben, kick(0));
    CHECK(seat_of(ben.last("room"), 0)["kind"] == "empty");
    table.say(aki, {{"type", "resume"}, {"token", aki.last("joined")["token"]}});
    CHECK(aki.last()["code"] == "bad_token");
}

TEST_CASE("who was kicked takes no seat for ten minutes, from that connection or address, others do", "[room]") {
    RoomFixture table({"selfish", 4});
    auto const aki = table.join("Aki");
    Person troll, same_address, other;
    for (auto const& person : {troll, same_address}) person.client->at = "192.0.2.66";
    other.client->at = "192.0.2.7";
    Json const join{{"type", "join"}, {"name", "T"}};
    table.say(troll, join);
    table.say(aki, kick(1));
    CHECK(troll.last() == Json({{"type", "replaced"}, {"room", "ROOM"}}));
    CHECK(seat_of(aki.last("room"), 1)["kind"] == "empty");
    table.say(troll, {{"type", "resume"}, {"token", troll.last("joined")["token"]}});
    CHECK(troll.last()["code"] == "bad_token");
    for (auto const& person : {troll, same_address}) {
        table.say(person, join);
        CHECK(person.last()["code"] == "blocked");
    }
    table.say(troll, {{"type", "join"}, {"name", "T"}, {"role", "spectator"}});
    CHECK(troll.last("joined")["seat"] == nullptr);
    table.say(other, join);
    CHECK(other.last("joined")["seat"] == 1);
    table.pass_time(599.9);
    table.say(same_address, join);
    CHECK(same_address.last()["code"] == "blocked");
    table.pass_time(0.1);
    table.say(same_address, join);
    CHECK(same_address.last("joined")["seat"] == 2);
}

TEST_CASE("a kick blocks no address that others at the table have, and no more than 32 in all", "[room]") {
    RoomFixture table({"selfish", 4});
    auto const aki = table.join("Aki");
    Json const join{{"type", "join"}, {"name", "n"}};
    Person first, guest;
    table.say(first, join);
    table.say(aki, kick(1));
    table.say(first, join);
    CHECK(first.last()["code"] == "blocked");
    table.say(guest, join);
    CHECK(guest.last("joined")["seat"] == 1);
    for (std::size_t i = 0; i < Presence::most_blocked; ++i) {
        Person one;
        table.say(one, join);
        table.say(aki, kick(2));
    }
    CHECK(table.room.presence().blocked.size() == Presence::most_blocked);
    // The oldest are forgotten.
    table.say(first, join);
    CHECK(first.last("joined")["seat"] == 2);
}

TEST_CASE("bots and empty seats are never away", "[room]") {
    RoomFixture table({"selfish", 4});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    table.say(aki, {{"type", "fill"}});
    table.pass_time(1000);
    table.say(ben, kick(2));
    CHECK(ben.last()["code"] == "not_host");
    table.say(ben, kick(3));
    CHECK(ben.last()["code"] == "not_host");
}

TEST_CASE("after a restart everybody has 60 seconds to come back", "[room]") {
    Three table;
    auto const state = table.room.state();
    auto const token = table.eri.last("joined")["token"];
    auto const began = table.now + seconds(1000);
    MatchRecord record = [&] {
        MatchRecord made;
        made.room = "ROOM";
        made.setup = {state.setting.game, state.setting.options, {"Aki", "Ben", "Eri"},
                      {"", "", ""},       state.server_seed,     {}};
        made.decisions_before = SeatList<std::int64_t>(3);
        return made;
    }();
    Room room(RoomRecord{state, std::move(record), {}}, counted_bytes(), began);
    Person eri;
    auto const say = [&](Json message, TimePoint now) {
        auto const [id, read] = room_message(std::move(message));
        room.begin_transaction({});
        auto effects = room.handle(eri.client, id, read, now);
        room.commit_transaction();
        effects.messages.send_all();
    };
    say({{"type", "resume"}, {"token", token}}, began);
    say(kick(1), began + seconds(59.9));
    CHECK(eri.last()["code"] == "not_host");
    say(kick(1), began + seconds(60));
    CHECK(eri.last("ok")["re"] == "k");
}

TEST_CASE("who wants it is told the last 50 lines on joining, watching and coming back, behind the rest", "[room]") {
    RoomFixture table({"selfish", 3});
    auto const aki = table.join("Aki");
    auto const ben = table.join("Ben");
    CHECK(ben.types() == "joined room");
    auto const watcher = table.watch("Ren");
    CHECK(watcher.types() == "joined room");
    for (int line = 0; line < 60; ++line)
        table.say(line % 2 ? watcher : ben, {{"type", "chat"}, {"text", "line " + std::to_string(line)}});

    auto const check = [](Person const& person, std::string const& types) {
        CHECK(person.types() == types);
        auto const lines = person.last()["lines"];
        REQUIRE(lines.size() == 50);
        CHECK(lines[0] == Json({{"from", 1}, {"name", "Ben"}, {"text", "line 10"}}));
        CHECK(lines[49] == Json({{"from", nullptr}, {"name", "Ren"}, {"text", "line 59"}}));
    };
    Person again, late;
    table.say(again, {{"type", "resume"}, {"token", ben.last("joined")["token"]}, {"extras", true}});
    check(again, "joined room chat_log");
    table.say(late, {{"type", "join"}, {"name", "L"}, {"role", "spectator"}, {"extras", true}});
    check(late, "joined room chat_log");
    Person eri, quiet;
    table.say(quiet, {{"type", "join"}, {"name", "Q"}, {"role", "spectator"}});
    CHECK(quiet.types() == "joined room");
    table.say(eri, {{"type", "join"}, {"name", "Eri"}, {"extras", true}});
    check(eri, "joined room update chat_log");
}

TEST_CASE("long lines are fewer", "[room]") {
    ChatLog log;
    std::string const longest(2000, 'x');
    for (int line = 0; line < 60; ++line) log.add({Seat(0), "Aki", longest});
    CHECK(log.lines().size() == ChatLog::max_bytes / 2003);
    log.add({Seat(1), "Ben", "short"});
    CHECK(log.lines().back().text == "short");
}

TEST_CASE("a line that was taken back is not told later", "[room]") {
    RoomFixture table({"selfish", 3});
    auto const aki = table.join("Aki");
    table.room.begin_transaction({});
    table.handle(aki, {{"type", "chat"}, {"text", "unheard"}});
    table.room.roll_back(table.now);
    auto const watcher = table.enter({{"type", "join"}, {"name", "Ren"}, {"role", "spectator"}, {"extras", true}});
    CHECK(watcher.types() == "joined room");
}

TEST_CASE("the others hear who asks for a rematch, and who comes back sees it", "[room]") {
    RoomFixture table({"selfish", 2});
    Person const aki, ben;
    for (auto const& [person, name] : {std::pair(aki, "Aki"), std::pair(ben, "Ben")})
        table.say(person, {{"type", "join"}, {"name", name}, {"extras", true}});
    auto const watcher = table.watch("Ren");
    auto const token = ben.last("joined")["token"];
    while (aki.last("room")["status"] == "playing") {
        auto const& next = on_turn_of(aki, ben);
        table.act(next, RoomFixture::first_action(next));
    }
    aki.got().clear();
    ben.got().clear();
    watcher.got().clear();
    table.say(aki, {{"type", "rematch"}, {"id", 1}});
    CHECK(aki.types() == "ok");
    CHECK(ben.types() == "rematch_asked");
    CHECK(ben.last()["seat"] == 0);
    CHECK(watcher.got().empty());
    table.say(aki, {{"type", "rematch"}, {"id", 2}});
    CHECK(ben.types() == "rematch_asked");

    auto const again = table.enter({{"type", "resume"}, {"token", token}, {"extras", true}});
    CHECK(again.last("rematch_asked")["seat"] == 0);
    // It is no news for the others.
    CHECK(aki.types() == "ok ok");
    again.got().clear();
    table.say(again, {{"type", "rematch"}});
    CHECK(again.last("room")["status"] == "playing");
    CHECK(again.last("rematch_asked") == nullptr);
}
