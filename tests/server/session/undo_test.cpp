// Going back in one's own match against built-in bots: a new room goes on from there, and the old one ends.
#include "protocol/codec/encode.hpp"
#include "tests/server/support/session_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;
using namespace std::chrono_literals;

namespace {

std::shared_ptr<Identity const> somebody(std::string const& id) {
    return std::make_shared<Identity const>(Identity{{id, id, PlayerKind::human, "2026-01-01"}, "hash"});
}

/// Somebody who plays Forty-One against a bot.
struct Alone {
    /// \param room a new one where it is empty
    Alone(Sessions& at, Client who, std::string in = {}) : site(at), aki(std::move(who)), room(std::move(in)) {
        if (room.empty())
            room = site.ask(aki, {{"type", "create"}, {"game", "fortyone"}, {"bots", {nullptr, "easy"}}})["room"];
        REQUIRE(site.join(aki, room)["type"] == "joined");
        wait_for_turn();
    }

    void wait_for_turn() {
        site.run_until([&] {
            auto const update = aki.last("update");
            return update.is_object() && update["room"] == room &&
                   (update.contains("legal") || update.contains("over"));
        });
    }
    void act() {
        REQUIRE(site.act(aki)["type"] == "ok");
        wait_for_turn();
    }
    Json moment(int actions) const { return {{"room", room}, {"match", 1}, {"actions", actions}}; }
    int actions() const { return aki.last("update")["seq"].get<int>() - 1; }
    /// What was shown after so many actions.
    Json update(int after) const {
        for (auto const& message : aki.got())
            if (message["type"] == "update" && message["room"] == room && message["seq"] == after + 1) return message;
        return nullptr;
    }
    Json last_closed() const { return aki.last("closed"); }

    Sessions& site;
    Client aki;
    std::string room;
};

Json go_back(Json from) {
    return {{"type", "create"}, {"game", "fortyone"}, {"from", std::move(from)}, {"bots", {nullptr, "easy"}}};
}

} // namespace

TEST_CASE("One goes back in one's own match against bots: its room is closed, and nobody has a result",
          "[session][continue]") {
    Sessions site;
    Alone first(site, site.connect());
    first.act();
    first.act();
    auto const watcher = site.connect();
    site.ask(watcher, {{"type", "join"}, {"room", first.room}, {"name", "W"}, {"role", "spectator"}});
    auto const there = first.actions() - 1;
    first.aki.got().clear();
    auto const made = site.ask(first.aki, go_back(first.moment(0)));
    REQUIRE(made["type"] == "created");
    site.run_until([&] { return first.last_closed().is_object() && watcher.last("closed").is_object(); });
    // The reply comes before what it causes.
    CHECK(first.aki.types() == "created closed");
    CHECK(first.last_closed()["room"] == first.room);
    CHECK(site.ask(watcher, {{"type", "resume"}, {"room", first.room}, {"token", "x"}})["code"] == "no_such_room");
    CHECK_FALSE(site.rooms.find(first.room));
    CHECK(site.store.stored<RoomRemoved>().size() == 1);
    REQUIRE(there > 0);

    Alone again(site, first.aki, made["room"]);
    CHECK(again.update(0)["events"] ==
          Json::array({{{"type", "continued"}, {"room", first.room}, {"match", 1}, {"actions", 0}}}));
    while (!again.aki.last("update").contains("over")) again.act();
    CHECK(site.store.stored<MatchEnded>().size() == 1);
    CHECK(site.store.stored<ResultSaved>().empty());
}

TEST_CASE("Whoever goes back finds each moment as it was, also before the one from which the match went on",
          "[session][continue]") {
    Sessions site;
    Alone first(site, site.connect());
    first.act();
    first.act();
    first.act();
    auto const shown = first.update(2), at_first = first.update(0);
    auto const room = site.ask(first.aki, go_back(first.moment(2)))["room"];
    Alone second(site, first.aki, room);
    CHECK(second.update(0)["view"] == shown["view"]);
    CHECK(second.update(0).value("legal", Json()) == shown.value("legal", Json()));
    second.act();
    // As many actions as the whole match has, but for the last one.
    auto const whole = 2 + second.actions();
    auto const code = [&](int actions) {
        return site.ask(first.aki, go_back(second.moment(actions))).value("code", "");
    };
    CHECK(code(whole) == "bad_options");
    CHECK(code(-1) == "bad_options");
    Alone third(site, first.aki, site.ask(first.aki, go_back(second.moment(0)))["room"]);
    CHECK(third.update(0)["view"] == at_first["view"]);
    CHECK(site.store.stored<MatchBegun>().back().setup.server_seed ==
          site.store.stored<MatchBegun>().front().setup.server_seed);
}

TEST_CASE("A running match is nobody's to go back in but its only person's", "[session][continue]") {
    Sessions site;
    Alone const own(site, site.connect(somebody("aki")));
    auto const refused = [&](Client const& who, Json const& message) {
        auto const answer = site.ask(who, message);
        return answer.value("code", "") + (own.last_closed().is_object() ? " closed" : "");
    };
    CHECK(refused(site.connect(), go_back(own.moment(0))) == "bad_options");
    CHECK(refused(site.connect(somebody("ben")), go_back(own.moment(0))) == "bad_options");
    auto other_game = go_back(own.moment(0));
    other_game["game"] = "selfish";
    CHECK(refused(own.aki, other_game) == "bad_options");

    // Two persons, one of whom has left.
    auto const host = site.connect();
    auto const guest = site.connect();
    auto const room = site.create(host, "fortyone");
    for (auto const& person : {host, guest}) REQUIRE(site.join(person, room)["type"] == "joined");
    auto const& on_turn = host.last("update").contains("legal") ? host : guest;
    auto const& other = &on_turn == &host ? guest : host;
    REQUIRE(site.act(on_turn)["type"] == "ok");
    REQUIRE(site.ask(on_turn, {{"type", "leave"}, {"room", room}})["type"] == "ok");
    CHECK(refused(other, go_back({{"room", room}, {"match", 1}, {"actions", 0}})) == "bad_options");
}

TEST_CASE("Where the new room can't be made the match goes on", "[session][continue]") {
    Sessions site;
    Alone own(site, site.connect(somebody("aki")));
    own.act();
    site.store.refuse("");
    CHECK(site.ask(own.aki, go_back(own.moment(0)))["code"] == "unavailable");
    site.store.accept();
    own.act();
    CHECK_FALSE(own.last_closed().is_object());
    CHECK(site.ask(own.aki, go_back(own.moment(0)))["type"] == "created");
}

TEST_CASE("A room that can't be closed at once is closed later", "[session][continue]") {
    Sessions site;
    Alone own(site, site.connect());
    own.act();
    site.store.refuse(own.room);
    REQUIRE(site.ask(own.aki, go_back(own.moment(0)))["type"] == "created");
    site.run_until([&] { return site.thread.has_call_in(1s); });
    CHECK_FALSE(own.last_closed().is_object());
    site.store.accept();
    site.thread.pass(1s);
    site.run_until([&] { return own.last_closed().is_object(); });
}

TEST_CASE("A player goes back in a match from any connection, also while its room is asleep", "[session][continue]") {
    Sessions site;
    Alone own(site, site.connect(somebody("aki")));
    own.act();
    site.put_to_sleep(own.room, {own.aki});
    auto const other = site.connect(somebody("ben"));
    CHECK(site.ask(other, go_back(own.moment(0)))["code"] == "bad_options");
    site.put_to_sleep(own.room, {});
    auto const back = site.connect(somebody("aki"));
    auto const made = site.ask(back, go_back(own.moment(0)));
    REQUIRE(made["type"] == "created");
    site.run_until([&] { return site.store.stored<RoomRemoved>().size() == 1; });
    Alone const again(site, back, made["room"]);
    CHECK(again.update(0)["view"] == own.update(0)["view"]);
}

TEST_CASE("A player whose answer was lost asks again, and gets the same room", "[session][continue]") {
    Sessions site;
    Alone own(site, site.connect(somebody("aki")));
    own.act();
    own.act();
    auto const made = site.ask(own.aki, go_back(own.moment(1)));
    REQUIRE(made["type"] == "created");
    site.run_until([&] { return own.last_closed().is_object(); });

    CHECK(site.ask(site.connect(somebody("ben")), go_back(own.moment(1)))["code"] == "bad_options");
    CHECK(site.ask(site.connect(), go_back(own.moment(1)))["code"] == "bad_options");
    auto const back = site.connect(somebody("aki"));
    CHECK(site.ask(back, go_back(own.moment(0)))["code"] == "bad_options");
    auto const again = site.ask(back, go_back(own.moment(1)));
    CHECK(again["room"] == made["room"]);
    CHECK(again["commitment"] == made["commitment"]);
    Alone const there(site, back, again["room"]);
    CHECK(there.update(0)["view"] == own.update(1)["view"]);
}

TEST_CASE("A player who asks again before the old room is closed, or the new one stored, gets no second room",
          "[session][continue]") {
    Sessions site;
    Alone own(site, site.connect(somebody("aki")));
    own.act();
    site.store.refuse(own.room); // so it is not closed
    auto const made = site.ask(own.aki, go_back(own.moment(0)));
    REQUIRE(made["type"] == "created");
    CHECK_FALSE(own.last_closed().is_object());
    CHECK(site.ask(site.connect(somebody("aki")), go_back(own.moment(0)))["room"] == made["room"]);

    // Both ask before anything is stored.
    auto const other = site.connect(somebody("aki"));
    Alone const next(site, own.aki, made["room"]);
    site.store.hold();
    auto message = go_back(next.moment(0));
    message["id"] = 1000;
    site.receive(own.aki, {message});
    message["id"] = 1001;
    site.receive(other, {message});
    CHECK(answer_to(other.got(), 1001) == nullptr);
    site.store.let_go();
    site.run_until([&] { return answer_to(other.got(), 1001) != nullptr; });
    auto const answer = answer_to(own.aki.got(), 1000);
    REQUIRE(answer["type"] == "created");
    CHECK(answer_to(other.got(), 1001)["room"] == answer["room"]);
    CHECK(site.ask(other, go_back(next.moment(0)))["room"] == answer["room"]);
}

TEST_CASE("A match that is over meanwhile keeps its result and its room", "[session][continue]") {
    Sessions site;
    Alone own(site, site.connect());
    while (!own.aki.last("update").contains("over")) own.act();
    site.rooms.find(own.room)->close_undone(1);
    site.run();
    CHECK_FALSE(own.last_closed().is_object());
    CHECK(site.store.stored<RoomRemoved>().empty());
}
