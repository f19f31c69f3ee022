// What the operator asks about one player, and does to it.
#include "server/operate/player_commands.hpp"

#include "server/match/given_names.hpp"
#include "server/match/gone_players.hpp"
#include "server/operate/export_lists.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/server/support/losing_sql.hpp"
#include "tests/server/support/session_fixture.hpp"

#include <future>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

/// Players, and an operator, where the store's answers are lost.
struct Desk {
    static constexpr Moment now{{}, WallTime(std::chrono::seconds(1'764'334'000))};
    QuietLog const quiet;
    Sessions sessions;
    AddressRate guesses{{100, 100}};
    LosingTables losing{open_memory_tables()};
    std::shared_ptr<Sql> tables = losing.sql;
    People people{{tables, tables, nullptr},
                  sessions.rooms,
                  sessions.thread,
                  guesses,
                  {.players_a_day = 100,
                   .forget = [this](auto const& id, auto at) { return forget_player(*tables, id, at); },
                   .export_elsewhere = [this](auto const& id, Moment const&) { return operators_lists(*tables, id); }}};
    WeakList<ClientSession> open;
    Sanctions sanctions;
    Moderation moderation{{open, sanctions, &people}, *tables};
    PlayerCommands commands{&people, moderation, {}};

    Desk() {
        add("aki000000001", "Aki", 1'764'234'000);
        add("aki000000002", "Aki 100%", 1'764'334'000);
        add("katsuragi001", "葛城 😀", 1'764'234'000);
        people.start();
    }
    ~Desk() {
        gone_players().replace({});
        given_names().set({});
    }

    void add(std::string const& id, std::string const& name, std::int64_t seen) {
        PlayerTable(*losing.kept).create({id, name, PlayerKind::human, "2025-11-27"}, hash_of("secret of " + id), seen);
    }
    void sat_in(std::string const& room, std::string const& id) {
        losing.kept->write(WriteKey(),
                           {{"INSERT INTO room (code, state) VALUES ($1, '') ON CONFLICT DO NOTHING", {room}},
                            {"INSERT INTO seated (player, over, room) VALUES ($1, 1, $2)", {id, room}},
                            {"INSERT INTO played (player, ended, room, match, game, won) "
                             "VALUES ($1, 1764234000000000, $2, 1, 'selfish', 1)",
                             {id, room}}});
    }
    template <class Command>
    Json ask(Command const& command) {
        return Json::parse(commands.on(command, now));
    }
    std::vector<std::string> found(std::string const& who) {
        std::vector<std::string> ids;
        auto const rows = ask(FindPlayers{who})["rows"];
        for (auto const& row : rows) ids.push_back(row["id"]);
        return ids;
    }
    HttpReply ask_as(std::string const& id, Accounts::Answer as, Json const& body) {
        std::promise<HttpReply> told;
        auto const call = std::make_shared<Call>();
        call->request.method = "PATCH";
        call->request.body = body.dump();
        call->request.bearer = "secret of " + id;
        call->reply = [&](HttpReply reply) { told.set_value(std::move(reply)); };
        people.find_asker(call, [&](Asker asker) {
            call->asker = std::move(asker);
            people.answer(*call, as);
        });
        return told.get_future().get();
    }
    std::vector<tefuda::server::Act> log() { return OperatorTable(*losing.kept).acts(0); }
};

using Ids = std::vector<std::string>;

} // namespace

TEST_CASE("the operator finds a player by its id, a part of its name, or a room's code", "[operate][people]") {
    Desk desk;
    CHECK(desk.ask(FindPlayers{"katsuragi001"})["rows"] == Json::parse(R"([{"id": "katsuragi001", "name": "葛城 😀",
        "kind": "human", "created": "2025-11-27", "seen": "2025-11-27", "results": 0}])"));
    CHECK(desk.found("aKI") == Ids{"aki000000002", "aki000000001"});
    CHECK(desk.found("城 😀") == Ids{"katsuragi001"});
    CHECK(desk.found("0%") == Ids{"aki000000002"});
    CHECK(desk.found("%") == Ids{"aki000000002"});
    CHECK(desk.found("A_i").empty());
    CHECK(desk.found("nobody").empty());
    CHECK(desk.ask(FindPlayers{" "})["ok"] == false);
}

TEST_CASE("the operator finds who had a seat in a room, however its code is typed", "[operate][people]") {
    Desk desk;
    for (auto const* id : {"aki000000001", "katsuragi001"}) desk.sat_in("K7QX2MNP", id);
    CHECK(desk.found("k7qx-2mnp") == Ids{"aki000000001", "katsuragi001"});
    CHECK(desk.ask(FindPlayers{"K7QX2MNP"})["rows"][0]["results"] == 1);
}

TEST_CASE("the operator gets what a player itself gets as its export", "[operate][people]") {
    Desk desk;
    auto const row = desk.ask(ExportPlayer{"aki000000001"})["row"];
    CHECK(row["player"]["name"] == "Aki");
    for (auto const* list : {"blocked", "rooms", "results", "reports", "sanctions"}) CHECK(row[list] == Json::array());
    CHECK(desk.log().empty());
    CHECK(desk.ask(ExportPlayer{"Aki"}) ==
          Json({{"ok", false}, {"message", "There is no player Aki. \"find\" looks for one by its name."}}));
}

TEST_CASE("the operator deletes a player who is named by its id, and only with --yes", "[operate][people]") {
    Desk desk;
    auto const refused = desk.ask(DeletePlayer{"aki000000001", {}});
    CHECK(refused["message"] == "Aki, who has 0 results, is deleted for good: nothing brings a deleted player back. If "
                                "that is meant, say --yes.");
    CHECK(desk.ask(DeletePlayer{"Aki", true})["ok"] == false);
    CHECK(desk.found("Aki").size() == 2);
    CHECK(desk.log().empty());

    CHECK(desk.ask(DeletePlayer{"aki000000001", true}) == Json({{"ok", true}}));
    CHECK(gone_players().contains("aki000000001"));
    CHECK(desk.found("Aki") == Ids{"aki000000002"});
    CHECK_FALSE(PlayerTable(*desk.losing.kept).find_by_secret(hash_of("secret of aki000000001")));
    auto const log = desk.log();
    REQUIRE(log.size() == 1);
    CHECK(log[0].command == "delete");
    CHECK(desk.ask(DeletePlayer{"aki000000001", true})["ok"] == false);
}

TEST_CASE("where no players are known, the operator is told so", "[operate]") {
    Desk desk;
    PlayerCommands alone(nullptr, desk.moderation, {});
    for (auto const& answer : {alone.on(FindPlayers{"Aki"}, desk.now), alone.on(ExportPlayer{"a"}, desk.now),
                               alone.on(DeletePlayer{"a", true}, desk.now)})
        CHECK(answer == R"({"ok":false,"message":"This server knows no players (--identity off)."})");
}

TEST_CASE("a player whom the operator has renamed can choose no other name until that is lifted", "[operate][people]") {
    Desk desk;
    auto const rename = [&](char const* name) {
        return desk.ask_as("aki000000001", &Accounts::rename, {{"name", name}});
    };
    auto const row = Json::parse(desk.moderation.on(RenamePlayer{"aki000000001", "Kind", {}}, desk.now))["row"];
    CHECK(row["kind"] == "rename");
    CHECK(row["because"] == "Kind");
    CHECK(desk.found("Kind") == Ids{"aki000000001"});
    auto const refused = rename("Aki");
    CHECK(refused.status == 403);
    CHECK(Json::parse(refused.body) ==
          Json({{"code", "renamed"},
                {"message", "The operator of this server has given you this name: you can't choose another one now."},
                {"details", {{"until", nullptr}}}}));
    CHECK(rename("Kind").status == 200);

    // Another name takes the place of the one before; it ends in an hour.
    auto const second = Json::parse(desk.moderation.on(RenamePlayer{"aki000000001", "Kinder", "1h"}, desk.now))["row"];
    CHECK(Json::parse(desk.moderation.on(ListSanctions(), desk.now))["rows"] == Json::array({second}));
    CHECK(Json::parse(rename("Aki").body)["details"]["until"] == second["until"]);
    CHECK(Json::parse(desk.moderation.on(Lift{.n = second["number"].get<double>()}, desk.now))["ok"] == true);
    CHECK(rename("Aki").status == 200);
    CHECK(desk.found("Kind").empty());
}

TEST_CASE("a name that the operator gives is at the table at once, and whatever the player calls itself there",
          "[operate][people]") {
    Desk desk;
    auto const aki = desk.sessions.connect(std::make_shared<Identity const>(
        Identity{{"aki000000001", "Aki", PlayerKind::human, "2025-11-27"}, hash_of("secret of aki000000001")}));
    auto const other = desk.sessions.connect();
    auto const room = desk.sessions.create(aki, "selfish", 3);
    for (auto const& client : {aki, other}) CHECK(desk.sessions.join(client, room)["type"] == "joined");
    desk.sat_in(room, "aki000000001");
    auto const name_at_table = [&] { return other.last("room")["seats"][0]["name"]; };
    CHECK(name_at_table() == "n");

    desk.moderation.on(RenamePlayer{"aki000000001", "Kind", {}}, desk.now);
    desk.sessions.run_until([&] { return name_at_table() == "Kind"; });
    desk.sessions.ask(aki, {{"type", "chat"}, {"room", room}, {"text", "hello"}});
    CHECK(other.last("chat")["name"] == "Kind");

    // What a server reads at its start.
    given_names().set({});
    Moderation restarted({desk.open, desk.sanctions, &desk.people}, *desk.tables);
    restarted.load(desk.now);
    CHECK(given_names().find("aki000000001")->name == "Kind");
}

TEST_CASE("the name that the operator gave a player goes with the player", "[operate][people]") {
    Desk desk;
    desk.moderation.on(RenamePlayer{"aki000000001", "Kind", {}}, desk.now);
    CHECK(forget_player(*desk.tables, "aki000000001", desk.now.seconds()));
    CHECK(desk.losing.count("SELECT count(*) FROM sanction WHERE because LIKE '%Kind%'") == "0");
    CHECK(desk.losing.count("SELECT count(*) FROM operator_act WHERE arguments LIKE '%Kind%'") == "0");
}

TEST_CASE("a week has each player once, whatever it played, and says who came for the first time",
          "[operate][people]") {
    Desk desk;
    auto const played = [&](char const* id, char const* room, char const* game, char const* ended) {
        desk.losing.kept->write(WriteKey(),
                                {{"INSERT INTO result (room, match, ended, game, text) VALUES ($1, 1, $2, $3, '{}') "
                                  "ON CONFLICT DO NOTHING",
                                  {room, ended, game}},
                                 {"INSERT INTO played (player, ended, room, match, game, won) "
                                  "VALUES ($1, $2, $3, 1, $4, 0)",
                                  {id, ended, room, game}}});
    };
    // Sunday 2026-11-22 23:59:59, Monday 2026-11-23 00:00, and Sunday 2026-11-29, in microseconds.
    played("aki000000001", "A", "selfish", "1795391999000000");
    played("aki000000001", "B", "selfish", "1795392000000000");
    played("aki000000001", "C", "fortyone", "1795910400000000");
    played("katsuragi001", "C", "fortyone", "1795910400000000");
    CHECK(desk.ask(ShowStats{.weeks = true})["rows"] == Json::parse(R"([
        {"week": "2026-11-23", "players": 2, "new_players": 1, "rooms": 2, "matches": 2, "results": 3},
        {"week": "2026-11-16", "players": 1, "new_players": 1, "rooms": 1, "matches": 1, "results": 1}])"));
    CHECK(desk.ask(ShowStats{})["rows"].size() == 3);
}
