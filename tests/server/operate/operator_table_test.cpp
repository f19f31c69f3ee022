// What the operator has decided, where the store's answers are lost.
#include "server/operate/operator_table.hpp"

#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/server/support/losing_sql.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda::server;
using namespace tefuda::server::test;

TEST_CASE("What the operator decides is done and logged once, also where the answer is lost", "[operate]") {
    LosingTables tables(open_memory_tables());
    OperatorTable table(*tables.sql);
    tefuda::server::Act const act{.at = 5, .command = "ban", .arguments = "{}", .player = {}};
    Sanction sanction{
        .kind = SanctionKind::ban, .player = "aki", .network = {}, .until = {}, .because = "?", .since = 5};
    CHECK(table.add(sanction, act) == 1);
    CHECK(table.add(sanction, act) == 2);
    CHECK(table.sanctions(6).size() == 2);
    CHECK(table.lift(1, act));
    CHECK_FALSE(table.lift(1, act));
    CHECK(table.sanctions(6).size() == 1);
    table.set_notice(StoredNotice{"Soon", {}}, act);
    CHECK(table.notice()->text == "Soon");
    table.set_notice({}, act);
    CHECK_FALSE(table.notice());
    CHECK(table.add_act({.at = 6, .command = "rename", .arguments = "{\"name\":\"Aki\"}", .player = "aki"}) == 6);
    CHECK(table.version() == 6);
    table.forget("aki", 7);
    CHECK(table.acts(6).front().player.empty());
    CHECK(table.sanctions(8).empty());
    table.withdraw(6);
    CHECK(table.acts(0).size() == 5);
    table.add_report(7, "{}", {});
    CHECK(table.reports().size() == 1);
}

TEST_CASE("Who gave a command stays in the log when its player is deleted, and the player's name does not",
          "[operate]") {
    auto const sql = open_memory_tables();
    OperatorTable table(*sql);
    table.add_act({.at = 1, .command = "rename", .arguments = R"({"id":"p","name":"Aki","by":"mod"})", .player = "p"});
    table.add_act({.at = 2, .command = "rename", .arguments = R"({"id":"p","name":"Ben"})", .player = "p"});
    table.add_act({.at = 3, .command = "rename", .arguments = R"({"id":"q","name":"Kai","by":"mod"})", .player = "q"});
    table.forget("p", 4);
    auto const acts = table.acts(0);
    REQUIRE(acts.size() == 3);
    CHECK(acts[0].arguments == R"({"id":"p","by":"mod"})");
    CHECK(acts[1].arguments == R"({"id":"p"})");
    CHECK(acts[2].arguments == R"({"id":"q","name":"Kai","by":"mod"})");
}
