// Requests of players, as far as others have to know of them.
#include "server/people/people.hpp"

#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/server/support/losing_sql.hpp"
#include "tests/server/support/session_fixture.hpp"

#include <future>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

struct PeopleAlone {
    Sessions sessions;
    AddressRate guesses{{100, 100}};
    LosingTables losing{open_memory_tables()}; ///< what is asked is done once, whatever is lost
    std::shared_ptr<Sql> tables = losing.sql;
    People people{{tables, tables}, sessions.rooms, sessions.thread, guesses, {.players_a_day = 100}};

    PeopleAlone() { people.start(); }

    HttpReply ask(Accounts::Answer as, std::string body, std::optional<std::string> secret = std::nullopt) {
        return ask(std::move(body), std::move(secret), [&](CallPtr const& call) { people.answer(*call, as); });
    }
    HttpReply ask(void (People::*as)(CallPtr const&), std::string secret) {
        return ask("", std::move(secret), [&](CallPtr const& call) { (people.*as)(call); });
    }
    template <class Answer>
    HttpReply ask(std::string body, std::optional<std::string> secret, Answer const& answer) {
        std::promise<HttpReply> told;
        auto const call = std::make_shared<Call>();
        call->request.address = "192.0.2.1";
        call->request.body = std::move(body);
        call->request.bearer = std::move(secret);
        call->reply = [&](HttpReply reply) { told.set_value(std::move(reply)); };
        people.find_asker(call, [&](Asker asker) {
            call->asker = std::move(asker);
            answer(call);
        });
        return told.get_future().get();
    }

    struct Somebody {
        std::string secret;
        Client client;
    };
    Somebody somebody(std::string const& name) {
        auto const made = Json::parse(ask(&Accounts::make, Json({{"name", name}, {"secret", true}}).dump()).body);
        Player const player{made["id"], name, PlayerKind::human, made["created"]};
        return {made["secret"], sessions.connect(std::make_shared<Identity const>(Identity{player, made["secret"]}))};
    }
    /// As the store of rooms would.
    void note_seat(std::string const& secret, std::string const& room) {
        std::string const id = Json::parse(ask(&Accounts::get, "", secret).body)["id"];
        losing.kept->write(WriteKey(), {{"INSERT INTO room (code, state) VALUES ($1, '')", {room}},
                                        {"INSERT INTO seated (player, over, room) VALUES ($1, 0, $2)", {id, room}}});
    }
    SavedSeat seat_in_store(std::string const& room) { return sessions.store.read_room(room)->room.seats[0]; }
};

} // namespace

TEST_CASE("Who asks is answered as if nothing had been lost, where the store's answers are", "[people]") {
    PeopleAlone site;
    auto const made = site.ask(&Accounts::make, R"({"name":"Aki","secret":true})");
    CHECK(made.status == 201);
    std::string const secret = Json::parse(made.body)["secret"];
    CHECK(Json::parse(site.ask(&Accounts::get, "", secret).body)["name"] == "Aki");
    CHECK(site.losing.count("SELECT count(*) FROM player") == "1");
    CHECK(site.losing.loss->writes == 1);
}

TEST_CASE("A player's export is a stream, one at a time, which ends with whoever reads it", "[people]") {
    PeopleAlone site;
    std::string const secret = Json::parse(site.ask(&Accounts::make, R"({"name":"Aki","secret":true})").body)["secret"];
    auto reply = site.ask(&People::export_all, secret);
    REQUIRE(reply.stream);
    auto const other = site.ask(&People::export_all, secret);
    CHECK(other.status == 429);
    CHECK(other.retry_after);
    std::string text;
    for (;;) {
        std::promise<std::optional<std::string>> made;
        reply.stream->next([&](std::optional<std::string> piece) { made.set_value(std::move(piece)); });
        auto const piece = made.get_future().get();
        REQUIRE(piece);
        if (piece->empty()) break;
        text += *piece;
    }
    auto const all = Json::parse(text);
    CHECK(all["player"]["name"] == "Aki");
    CHECK(all["kept"]["secrets"] == 1);
    for (auto const* list : {"blocked", "rooms", "results"}) CHECK(all[list] == Json::array());
    reply = {};
    CHECK(site.ask(&People::export_all, secret).stream);
}

TEST_CASE("A player asks for its games a few times, and then now and then", "[people]") {
    PeopleAlone site;
    std::string const secret = Json::parse(site.ask(&Accounts::make, R"({"secret":true})").body)["secret"];
    auto answered = 0;
    HttpReply last;
    for (auto i = 0; i < 30; ++i) {
        last = site.ask(&People::games, secret);
        if (last.status == 200) ++answered;
        if (last.status == 429) break;
    }
    CHECK(answered >= 10);
    CHECK(last.status == 429);
    CHECK(last.retry_after);
}

TEST_CASE("A deleted player's seat is left at once in a room that is awake, and by waking one that sleeps",
          "[people]") {
    PeopleAlone site;
    auto& sessions = site.sessions;
    for (auto const sleeps : {false, true}) {
        auto const aki = site.somebody("Aki"), ben = site.somebody("Ben");
        auto const room = sessions.create(aki.client);
        for (auto const& one : {aki.client, ben.client}) REQUIRE(sessions.join(one, room)["type"] == "joined");
        REQUIRE(site.seat_in_store(room).player);
        site.note_seat(aki.secret, room);
        if (sleeps) sessions.put_to_sleep(room, {aki.client, ben.client});
        CHECK(site.ask(&Accounts::remove, "", aki.secret).status == 204);
        sessions.run_until([&] { return !site.seat_in_store(room).player; });
        CHECK(site.seat_in_store(room).name == "\u2013");
        CHECK_FALSE(site.seat_in_store(room).token_hash);
    }
}
