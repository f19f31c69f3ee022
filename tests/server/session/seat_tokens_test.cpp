// The tokens of a seat whose player comes back without one, when the store has its hash alone.
#include "tests/server/support/session_fixture.hpp"

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// A player in a match with somebody else, and the room.
struct Table {
    Table() : room(site.create(site.connect(), "fortyone")) {
        people = {site.connect(aki), site.connect()};
        for (auto const& person : people) REQUIRE(site.join(person, room)["type"] == "joined");
    }

    /// All leave, and the room comes back from the store.
    void sleep() {
        site.put_to_sleep(room, people);
        people.clear();
    }
    /// \returns the answer to `resume`
    Json resume(Json more, std::shared_ptr<Identity const> const& who = nullptr) {
        more.update({{"type", "resume"}, {"room", room}});
        people.push_back(site.connect(who));
        return site.ask(people.back(), more);
    }
    Json by(Json const& token) { return resume({{"token", token}}); }

    Sessions site;
    std::shared_ptr<Identity const> const aki =
        std::make_shared<Identity const>(Identity{{"aki000000000", "Aki", PlayerKind::human, "2026-01-01"}, "hash"});
    std::vector<Client> people;
    std::string room;
};

} // namespace

TEST_CASE("who comes back without a token after a restart ends nobody's token", "[session][tokens]") {
    Table table;
    auto const first = table.people[0].last("joined")["token"];
    CHECK(table.resume(Json::object(), table.aki)["token"] == first);
    table.sleep();
    auto const second = table.resume(Json::object(), table.aki)["token"];
    CHECK(second.is_string());
    CHECK(second != first);
    CHECK(table.by(first)["token"] == first);
    // This one is known now.
    CHECK(table.resume(Json::object(), table.aki)["token"] == first);
    table.sleep();
    CHECK(table.by(first)["token"] == first);
    CHECK(table.by(second)["token"] == second);
}

TEST_CASE("two tokens of a seat are good at most, the newest, until one is renewed", "[session][tokens]") {
    Table table;
    auto const first = table.people[0].last("joined")["token"];
    table.sleep();
    auto const second = table.resume(Json::object(), table.aki)["token"];
    table.sleep();
    auto const third = table.resume(Json::object(), table.aki)["token"];
    CHECK(table.by(first)["code"] == "bad_token");
    CHECK(table.by(second)["token"] == second);
    auto const fourth = table.resume({{"token", second}, {"renew", true}})["token"];
    for (auto const& old : {first, second, third}) CHECK(table.by(old)["code"] == "bad_token");
    table.sleep();
    CHECK(table.by(third)["code"] == "bad_token");
    CHECK(table.by(fourth)["token"] == fourth);
}

TEST_CASE("who leaves a match comes back by the newest token alone", "[session][tokens]") {
    Table table;
    auto const first = table.people[0].last("joined")["token"];
    table.sleep();
    auto const second = table.resume(Json::object(), table.aki)["token"];
    REQUIRE(table.site.ask(table.people.back(), {{"type", "leave"}, {"room", table.room}})["type"] == "ok");
    CHECK(table.by(first)["code"] == "bad_token");
    CHECK(table.by(second)["token"] == second);
}
