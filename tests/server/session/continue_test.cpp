// Rooms whose first match goes on from a moment of a finished one.
#include "server/match/match_actions.hpp"
#include "tests/server/support/session_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// Two who have played a match of Forty-One to its end, and what each saw of it.
struct Source {
    explicit Source(Sessions& at) : site(at), people{site.connect(), site.connect()} {
        room = site.create(people[0], "fortyone");
        for (auto const& person : people)
            REQUIRE(site.ask(person, {{"type", "join"}, {"room", room}, {"name", "n"}, {"entropy", "e"}})["type"] ==
                    "joined");
        while (people[0].last("room")["status"] == "playing") {
            auto const on_turn = people[0].last("update").contains("legal") ? 0 : 1;
            actions.push_back(people[on_turn].last("update")["legal"][0]);
            REQUIRE(site.act(people[on_turn])["type"] == "ok");
        }
    }

    Json moment(int after) const { return {{"room", room}, {"match", 1}, {"actions", after}}; }
    /// What this seat saw after so many actions, but for the room.
    Json update(std::size_t seat, std::size_t after) const {
        for (auto const& message : people[seat].got())
            if (message["type"] == "update" && message["seq"] == after + 1) return message;
        return nullptr;
    }

    Sessions& site;
    std::vector<Client> people;
    std::string room;
    std::vector<Json> actions; ///< all, in order
};

Json create(Json from, Json more = Json::object()) {
    more.update({{"type", "create"}, {"game", "fortyone"}, {"from", std::move(from)}});
    return more;
}

/// Two who go on from there. \returns them, in the seats 0 and 1
std::vector<Client> go_on(Sessions& site, std::string const& room) {
    std::vector<Client> people{site.connect(), site.connect()};
    for (auto const& person : people) REQUIRE(site.join(person, room)["type"] == "joined");
    return people;
}

} // namespace

TEST_CASE("A match goes on from any moment of a finished one", "[session][continue]") {
    Sessions site;
    Source const source(site);
    for (auto const after : {std::size_t{0}, std::size_t{7}, source.actions.size() - 1}) {
        auto const made = site.ask(source.people[0], create(source.moment(static_cast<int>(after))));
        REQUIRE(made["type"] == "created");
        auto const people = go_on(site, made["room"]);
        for (std::size_t seat = 0; seat < 2; ++seat) {
            auto const first = people[seat].last("update");
            auto const there = source.update(seat, after);
            CHECK(first["seq"] == 1);
            CHECK(first["view"] == there["view"]);
            CHECK(first.value("legal", Json()) == there.value("legal", Json()));
            CHECK(first["events"] ==
                  Json::array({{{"type", "continued"}, {"room", source.room}, {"match", 1}, {"actions", after}}}));
        }
        // The same actions lead to the same end: later draws are the same, too.
        for (auto rest = after; rest < source.actions.size(); ++rest) {
            auto const& actor = people[people[0].last("update").contains("legal") ? 0 : 1];
            auto const decision = actor.last("update")["decision"];
            REQUIRE(site.ask(actor, {{"type", "act"},
                                     {"room", made["room"]},
                                     {"decision", decision},
                                     {"action", source.actions[rest]}})["type"] == "ok");
        }
        CHECK(people[0].last("update")["events"] == source.update(0, source.actions.size())["events"]);
        auto const result = source.update(0, source.actions.size())["view"]["result"];
        CHECK(people[0].last("update")["view"]["result"] == result);
    }
    // The first match of all is the only one with a result.
    CHECK(site.store.stored<ResultSaved>().size() == 1);
}

TEST_CASE("A match that goes on comes back when its room was asleep", "[session][continue]") {
    Sessions site;
    Source const source(site);
    std::string const room = site.ask(source.people[0], create(source.moment(7)))["room"];
    auto people = go_on(site, room);
    auto const& actor = people[people[0].last("update").contains("legal") ? 0 : 1];
    REQUIRE(site.act(actor)["type"] == "ok");
    auto const view = people[0].last("update")["view"];
    auto const token = people[0].last("joined")["token"];
    site.put_to_sleep(room, people);
    auto const again = site.connect();
    REQUIRE(site.ask(again, {{"type", "resume"}, {"room", room}, {"token", token}, {"since", 1}})["type"] == "joined");
    CHECK(again.last("update")["view"] == view);
    CHECK(again.last("update")["seq"] == 2);
}

TEST_CASE("A room goes on from there also if it slept before its match began", "[session][continue]") {
    Sessions site;
    Source const source(site);
    std::string const room = site.ask(source.people[0], create(source.moment(7)))["room"];
    auto const one = site.connect();
    site.join(one, room);
    auto const token = one.last("joined")["token"];
    site.close(one);
    auto const stored = site.store.stored<RoomSaved>().back().room;
    REQUIRE(stored.from);
    CHECK(stored.from->actions.size() == 7);
    CHECK(stored.fixed == true);
    auto const back = site.connect();
    site.ask(back, {{"type", "resume"}, {"room", room}, {"token", token}});
    site.join(site.connect(), room);
    CHECK(back.last("update")["view"] == source.update(0, 7)["view"]);
    CHECK_FALSE(site.store.stored<RoomSaved>().back().room.from);
}

TEST_CASE("A room whose match goes on from a known one says so to everybody, until that match is over",
          "[session][continue]") {
    Sessions site;
    Source const source(site);
    auto const last = static_cast<int>(source.actions.size()) - 1;
    auto const moment = source.moment(last);
    std::string const room = site.ask(source.people[0], create(moment, {{"public", true}}))["room"];
    auto const stranger = site.connect();
    auto const listed = [&] {
        auto const rooms = site.ask(stranger, {{"type", "list"}})["rooms"];
        for (auto const& each : rooms)
            if (each["room"] == room) return each.value("from", Json());
        return Json("none");
    };
    auto const one = site.connect();
    site.join(one, room);
    CHECK(one.last("room")["from"] == moment);
    CHECK(listed() == moment);
    CHECK(site.store.stored<RoomSaved>().back().room.first_from->actions == last);
    auto const two = site.connect();
    site.join(two, room);
    REQUIRE(one.last("room")["status"] == "playing");
    CHECK(two.last("room")["from"] == moment);
    CHECK(listed() == moment);
    // So does whoever wakes it.
    auto const token = one.last("joined")["token"];
    site.put_to_sleep(room, {one, two});
    auto const back = site.connect();
    REQUIRE(site.ask(back, {{"type", "resume"}, {"room", room}, {"token", token}})["type"] == "joined");
    CHECK(back.last("room")["from"] == moment);
    auto const again = site.connect();
    REQUIRE(site.ask(again, {{"type", "resume"}, {"room", room}, {"token", two.last("joined")["token"]}})["type"] ==
            "joined");
    REQUIRE(site.act(back.last("update").contains("legal") ? back : again)["type"] == "ok");
    REQUIRE(back.last("room")["status"] == "finished");
    CHECK_FALSE(back.last("room").contains("from"));
    // An ordinary room has no such field.
    CHECK_FALSE(source.people[0].last("room").contains("from"));
}

TEST_CASE("A refused room that was to go on from a match counts as one made", "[session][continue][limits]") {
    auto limits = Limits::none();
    limits.rooms_a_day = 3;
    Sessions site(limits);
    Source const source(site);
    auto const ask = [&](Json more) {
        return site.ask(source.people[0], create(source.moment(0), std::move(more))).value("code", "none");
    };
    CHECK(ask({{"bots", {nullptr}}}) == "bad_options");
    CHECK(ask({{"bots", {nullptr}}}) == "bad_options");
    CHECK(ask({}) == "too_many_rooms");
}

TEST_CASE("A rematch of a match that went on is an ordinary match", "[session][continue]") {
    Sessions site;
    Source const source(site);
    auto const last = static_cast<int>(source.actions.size()) - 1;
    std::string const room = site.ask(source.people[0], create(source.moment(last)))["room"];
    auto const people = go_on(site, room);
    REQUIRE(site.act(people[people[0].last("update").contains("legal") ? 0 : 1])["type"] == "ok");
    for (auto const& person : people) site.ask(person, {{"type", "rematch"}, {"room", room}, {"entropy", "mine"}});
    auto const first = people[0].last("update");
    CHECK(first["seq"] == 1);
    CHECK(first["events"][0]["type"] == "dealt");
    CHECK(site.store.stored<MatchBegun>().back().setup.from == std::nullopt);
    CHECK(site.store.stored<MatchBegun>().back().setup.entropies == std::vector<std::string>{"mine", "mine"});
}

TEST_CASE("No match goes on where it can't", "[session][continue]") {
    Sessions site;
    Source const source(site);
    auto const refused = [&](Json from, Json more = Json::object()) {
        INFO(from.dump() << more.dump());
        auto const answer = site.ask(source.people[0], create(std::move(from), std::move(more)));
        CHECK(answer.value("code", "none") == "bad_options");
    };
    auto const all = static_cast<int>(source.actions.size());
    refused(source.moment(all));
    refused(source.moment(-1));
    refused(source.moment(0), {{"seats", 2}});
    refused(source.moment(0), {{"options", Json::object()}});
    refused(source.moment(0), {{"fixed", {{"server_seed", std::string(64, '0')}, {"shuffles", Json::array()}}}});
    refused({{"room", source.room}, {"match", 2}, {"actions", 0}});
    refused({{"room", source.room}, {"match", 0}, {"actions", 0}});
    refused({{"room", "NOSUCHROOM"}, {"match", 1}, {"actions", 0}});
    auto other_game = create(source.moment(0));
    other_game["game"] = "selfish";
    CHECK(site.ask(source.people[0], other_game)["code"] == "bad_options");
    other_game["game"] = "none";
    CHECK(site.ask(source.people[0], other_game)["code"] == "unknown_game");

    // One that goes on itself, and is still being played.
    std::string const room = site.ask(source.people[0], create(source.moment(all - 1)))["room"];
    auto const people = go_on(site, room);
    refused({{"room", room}, {"match", 1}, {"actions", 0}});
    REQUIRE(site.act(people[people[0].last("update").contains("legal") ? 0 : 1])["type"] == "ok");
    refused({{"room", room}, {"match", 1}, {"actions", 0}});
}

TEST_CASE("Seats of a match that goes on bring no entropy, and all of them are taken", "[session][continue]") {
    Sessions site;
    Source const source(site);
    std::string const room = site.ask(source.people[0], create(source.moment(3)))["room"];
    auto const one = site.connect();
    auto const join = [&](Json more) {
        more.update({{"type", "join"}, {"room", room}, {"name", "n"}});
        return site.ask(one, more);
    };
    CHECK(join({{"entropy", "mine"}})["code"] == "bad_message");
    CHECK(join({{"entropy", ""}})["code"] == "bad_message");
    REQUIRE(join({{"seat", 1}})["type"] == "joined");
    CHECK(site.ask(one, {{"type", "start"}, {"room", room}})["code"] == "too_few_players");
    REQUIRE(site.ask(one, {{"type", "fill"}, {"room", room}})["type"] == "ok");
    CHECK(one.last("update")["view"] == source.update(1, 3)["view"]);
}

TEST_CASE("Rooms that wait to go on take memory that is counted", "[session][continue]") {
    Sessions site;
    Source const source(site);
    auto const before = MatchBytes::in_all();
    std::string const room = site.ask(source.people[0], create(source.moment(20)))["room"];
    CHECK(MatchBytes::in_all() > before);
}

TEST_CASE("The code of a match to go on from is a guess like any other", "[session][continue][limits]") {
    auto limits = Limits::none();
    limits.guesses = {0.001, 2};
    Sessions site(limits);
    auto const stranger = site.connect();
    auto const ask = [&](std::string const& room) {
        return site.ask(stranger, create({{"room", room}, {"match", 1}, {"actions", 0}})).value("code", "none");
    };
    CHECK(ask("WRONG1") == "bad_options");
    CHECK(ask("WRONG2") == "bad_options");
    CHECK(ask("WRONG3") == "rate_limited");
}
