// What stays of a deleted player with the operator's decisions.
#include "protocol/codec/encode.hpp"
#include "server/match/gone_players.hpp"
#include "server/metrics/metrics.hpp"
#include "server/operate/export_lists.hpp"
#include "server/operate/moderation.hpp"
#include "server/operate/reports.hpp"
#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/server/support/kept_log.hpp"
#include "tests/support/catch.hpp"

#include <nlohmann/json.hpp>

#include <future>

using namespace tefuda;
using namespace tefuda::server;
using namespace tefuda::server::test;
using Json = nlohmann::json;

namespace {

constexpr auto gone_id = "gone00000000", stays_id = "stays0000000";

FiledReport::Person person(std::string const& name, std::string const& id) {
    return {Seat(0), name, Nullable<std::string>(id), Nullable<std::string>("192.0.2.7")};
}

/// Reports of each other, and a sanction against one of them.
struct Operator {
    QuietLog const quiet;
    std::shared_ptr<Sql> const tables = open_memory_tables();
    Sql& sql = *tables;
    Reports reports{sql};
    OperatorTable table{sql};

    Operator() {
        file({.room = "ROOM1",
              .game = "selfish",
              .by = person("Sue", gone_id),
              .of = person("Haru", stays_id),
              .text = "rude",
              .chat = {{Seat(0), "Sue", "hello", gone_id}, {Seat(1), "Haru", "hi", stays_id}}});
        file({.room = "ROOM2",
              .game = "selfish",
              .by = person("Haru", stays_id),
              .of = person("Sue", gone_id),
              .text = "rude, too",
              .chat = {}});
        table.add({.kind = SanctionKind::mute,
                   .player = gone_id,
                   .network = {},
                   .until = {},
                   .because = "rude",
                   .since = 1'764'234'000},
                  {1'764'234'000, "mute", "{}", gone_id});
    }

    void file(FiledReport const& report) {
        std::promise<bool> stored;
        reports.file("192.0.2.7", report, {}, [&](bool done) { stored.set_value(done); });
        REQUIRE(stored.get_future().get());
    }
};

Json read(std::vector<ExportList> const& lists, std::string const& name) {
    for (auto const& list : lists)
        if (list.name == name) {
            Json rows = Json::array();
            for (std::optional<std::string> after;;) {
                auto const page = list.read(after);
                for (auto const& row : page.rows) rows.push_back(Json::parse(row));
                after = page.next;
                if (!after) return rows;
            }
        }
    return nullptr;
}

} // namespace

TEST_CASE("each report that is stored is counted", "[operate]") {
    auto const before = metrics().reports.value();
    Operator const reported_twice;
    CHECK(metrics().reports.value() - before == 2);
}

TEST_CASE("a report shows of a deleted player neither id, name nor address, in its chat neither", "[operate][people]") {
    Operator site;
    gone_players().add(gone_id);
    for (auto const& text :
         {site.reports.on(ListReports{}), site.reports.on(ShowReport{.n = 1}), site.reports.on(ShowReport{.n = 2})}) {
        INFO(text);
        CHECK(text.find(gone_id) == std::string::npos);
        CHECK(text.find("Sue") == std::string::npos);
        CHECK(text.find("Haru") != std::string::npos);
    }
    auto const shown = Json::parse(site.reports.on(ShowReport{.n = 1}))["row"];
    CHECK(shown["by"] == Json({{"seat", 0}, {"name", "\u2013"}, {"player", nullptr}, {"address", nullptr}}));
    CHECK(shown["chat"][0]["name"] == "\u2013");
    CHECK(shown["chat"][1]["name"] == "Haru");
    gone_players().replace({});
}

TEST_CASE("sanctions against a deleted player end, and its name leaves the log", "[operate][people]") {
    Operator site;
    REQUIRE(site.table.sanctions(1'764'234'001).size() == 1);
    CHECK(forget_player(site.sql, gone_id, 1'764'234'001));
    CHECK(site.table.sanctions(1'764'234'001).empty());
    auto const log = site.table.acts(0);
    REQUIRE(log.size() == 1);
    CHECK(log[0].player.empty());
    CHECK(log[0].arguments == R"({"id":"gone00000000"})");
    CHECK(read(operators_lists(site.sql, gone_id), "reports").empty());
}

TEST_CASE("a player's export has its own reports without the words of others, and sanctions that have ended",
          "[operate][people]") {
    Operator site;
    REQUIRE(site.table.lift(1, {1'764'234'100, "lift", "{}", {}}));
    auto const lists = operators_lists(site.sql, gone_id);
    auto reports = read(lists, "reports");
    REQUIRE(reports.size() == 1);
    reports[0].erase("at");
    CHECK(reports[0] == Json({{"room", "ROOM1"}, {"game", "selfish"}, {"match", 1}, {"seat", 0}, {"text", "rude"}}));
    auto const sanctions = read(lists, "sanctions");
    REQUIRE(sanctions.size() == 1);
    CHECK(sanctions[0]["kind"] == "mute");
    CHECK(sanctions[0]["because"] == "rude");
    CHECK(sanctions[0]["until"].is_null());
    CHECK_FALSE(sanctions[0]["lifted"].is_null());
    CHECK(read(operators_lists(site.sql, stays_id), "sanctions").empty());
}
