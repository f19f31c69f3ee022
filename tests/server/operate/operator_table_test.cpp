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
    CHECK(table.note({.at = 6, .command = "rename", .arguments = "{\"name\":\"Aki\"}", .player = "aki"}) == 6);
    CHECK(table.version() == 6);
    table.forget("aki", 7);
    CHECK(table.acts(6).front().player.empty());
    CHECK(table.sanctions(8).empty());
    table.withdraw(6);
    CHECK(table.acts(0).size() == 5);
    table.add_report(7, "{}", {});
    CHECK(table.reports().size() == 1);
}
