// The puzzles as they are stored, and as HTTP shows them.
#include "server/daily/puzzles.hpp"

#include "server/people/result_table.hpp"
#include "server/store/copy_store.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <future>
#include <set>

using namespace tefuda;
using namespace tefuda::server;
using Json = nlohmann::json;

namespace {

constexpr auto first_id = "00000000000000aa";

StoredPuzzle puzzle(std::string id, std::int64_t found, int actions) {
    return {.id = std::move(id),
            .game = "twentytwo",
            .found = found,
            .options = "{}",
            .seats = 2,
            .seat = 1,
            .view = R"({"game":"twentytwo","seat":1})",
            .legal = R"([{"type":"play","cards":{"choose":1,"from":["7S","7H","9S","QS"]}}])",
            .compared = R"([{"action":{"type":"play","cards":["7S"]},"value":0.9},)"
                        R"({"action":{"type":"play","cards":["9S"]},"value":0.5}])",
            .room = "SECRETROOM",
            .match = 2,
            .actions = actions};
}

std::string id_of(int number) {
    auto text = std::to_string(number);
    return std::string(16 - text.size(), '0') + text;
}

struct Site {
    std::shared_ptr<Sql> const sql = open_memory_tables();
    PuzzleTable table{sql};
    BotPool bots{1, std::chrono::milliseconds(0)};
    Puzzles puzzles{sql, bots};

    explicit Site(bool starts = true) {
        if (starts) puzzles.start();
    }

    HttpReply ask(std::string_view method, std::string target, std::string body = {}) {
        std::promise<HttpReply> told;
        auto const call = std::make_shared<Call>();
        call->request.target = std::move(target);
        call->request.address = "192.0.2.1";
        call->request.body = std::move(body);
        call->reply = [&](HttpReply reply) { told.set_value(std::move(reply)); };
        constexpr std::string_view root = "/api/puzzles/";
        auto const path = call->request.path();
        if (path.starts_with(root)) call->path.emplace_back("puzzle", path.substr(root.size()));
        if (call->path.empty())
            puzzles.list(call);
        else if (method == "GET")
            puzzles.show(call);
        else
            puzzles.judge(call);
        return told.get_future().get();
    }
};

} // namespace

TEST_CASE("The newest 1,000 puzzles of a game are kept", "[daily][puzzles]") {
    PuzzleTable table{open_memory_tables()};
    auto other = puzzle(id_of(5000), 1, 5000);
    other.game = "fortyone";
    table.add(other);
    for (auto i = 0; i < PuzzleTable::max_kept + 5; ++i) table.add(puzzle(id_of(i), i, i));
    auto const ids = table.ids("twentytwo");
    CHECK(ids.size() == PuzzleTable::max_kept);
    CHECK(ids.front() == id_of(PuzzleTable::max_kept + 4));
    CHECK(ids.back() == id_of(5));
    CHECK_FALSE(table.find(id_of(4)));
    CHECK(table.ids("fortyone").size() == 1);
}

TEST_CASE("A position is stored once", "[daily][puzzles]") {
    PuzzleTable table{open_memory_tables()};
    table.add(puzzle(id_of(1), 1, 7));
    table.add(puzzle(id_of(2), 2, 7));
    CHECK(table.ids("twentytwo") == std::vector{id_of(1)});
}

TEST_CASE("A puzzle is shown without its solution and its match", "[daily][puzzles]") {
    Site site;
    site.table.add(puzzle(first_id, 1, 7));
    auto const list = Json::parse(site.ask("GET", "/api/puzzles?game=twentytwo").body);
    CHECK(list["game"] == "twentytwo");
    CHECK(list["puzzles"][0] == first_id);
    auto const others = Json::parse(site.ask("GET", "/api/puzzles?game=fortyone").body)["puzzles"];
    CHECK(std::ranges::find(others, Json(first_id)) == others.end());
    auto const shown = site.ask("GET", std::string("/api/puzzles/") + first_id);
    auto const json = Json::parse(shown.body);
    CHECK(json["view"]["seat"] == 1);
    CHECK(json["legal"].size() == 1);
    CHECK(json.size() == 7);
    for (auto const* hidden : {"SECRETROOM", "0.9", "value", "match", "actions"})
        CHECK(shown.body.find(hidden) == std::string::npos);
}

TEST_CASE("Who tries a puzzle is told at once whether it was the best action, and what was", "[daily][puzzles]") {
    Site site;
    site.table.add(puzzle(first_id, 1, 7));
    auto const tries = [&](std::string const& card) {
        auto const reply = site.ask("POST", std::string("/api/puzzles/") + first_id,
                                    R"({"action":{"type":"play","cards":[")" + card + R"("]}})");
        REQUIRE(reply.status == 200);
        return Json::parse(reply.body);
    };
    auto const right = tries("7S");
    CHECK(right["right"] == true);
    CHECK(right["value"] == 0.9);
    CHECK(right["best"]["action"]["cards"] == Json({"7S"}));
    CHECK(right["others"].size() == 1);
    CHECK((right["room"] == "SECRETROOM" && right["match"] == 2 && right["actions"] == 7));
    // Suits do not matter in this game.
    CHECK(tries("7H")["right"] == true);
    auto const wrong = tries("9S");
    CHECK(wrong["right"] == false);
    CHECK(wrong["value"] == 0.5);
    auto const unknown = tries("QS");
    CHECK(unknown["right"] == false);
    CHECK(unknown["value"].is_null());
}

TEST_CASE("What is no puzzle, no game or no action is refused", "[daily][puzzles]") {
    Site site;
    site.table.add(puzzle(first_id, 1, 7));
    auto const path = std::string("/api/puzzles/") + first_id;
    CHECK(site.ask("GET", "/api/puzzles").status == 404);
    CHECK(site.ask("GET", "/api/puzzles?game=none").status == 404);
    CHECK(site.ask("GET", "/api/puzzles/none").status == 404);
    CHECK(site.ask("GET", "/api/puzzles/" + id_of(9)).status == 404);
    CHECK(site.ask("POST", "/api/puzzles/" + id_of(9), R"({"action":{"type":"pass"}})").status == 404);
    for (auto const* body :
         {"{}", "[]", R"({"action":1})", R"({"action":{"type":"none"}})", R"({"action":{"type":"pass"}})",
          R"({"action":{"type":"play","cards":[]}})", R"({"action":{"type":"play","cards":["XX"]}})"})
        CHECK(site.ask("POST", path, body).status == 400);
}

TEST_CASE("Each game comes with twenty puzzles, of no match, whose best action is clearly ahead", "[daily][puzzles]") {
    Site site;
    ShippedPuzzles const shipped;
    for (auto const* game : all_games()) {
        auto const ids = Json::parse(site.ask("GET", "/api/puzzles?game=" + std::string(game->id())).body)["puzzles"];
        CHECK(ids.size() == 20);
        CHECK(std::set<Json>(ids.begin(), ids.end()).size() == ids.size());
        for (std::string const id : ids) {
            INFO(game->id() << ' ' << id);
            auto const shown = Json::parse(site.ask("GET", "/api/puzzles/" + id).body);
            CHECK(shown["view"]["game"] == game->id());
            CHECK(shown["view"]["seat"] == shown["seat"]);
            auto const* stored = shipped.find(id);
            REQUIRE(stored);
            auto const best = Json::parse(stored->compared)[0]["action"];
            auto const told = site.ask("POST", "/api/puzzles/" + id, Json({{"action", best}}).dump());
            REQUIRE(told.status == 200);
            auto const solution = Json::parse(told.body);
            CHECK(solution["right"] == true);
            CHECK(solution["room"] == "");
            CHECK(solution["best"]["value"].get<double>() - solution["others"][0]["value"].get<double>() > 0.199);
        }
    }
}

TEST_CASE("Requests for puzzles wait for the start", "[daily][puzzles]") {
    Site site(false);
    CHECK(site.ask("GET", "/api/puzzles?game=twentytwo").status == 503);
    site.puzzles.start();
    CHECK(site.ask("GET", "/api/puzzles?game=twentytwo").status == 200);
}

TEST_CASE("Puzzles are brought into another store", "[daily][puzzles]") {
    std::shared_ptr<Sql> const from = open_memory_tables();
    std::shared_ptr<Sql> const to = open_memory_tables();
    PuzzleTable(from).add(puzzle(first_id, 3, 7));
    copy_tables(*from, *from, *open_memory_tables(), *to);
    auto const copied = PuzzleTable(to).find(first_id);
    REQUIRE(copied);
    CHECK(copied->found == 3);
    CHECK(copied->compared == puzzle(first_id, 3, 7).compared);
}
