// Writes of tables, by their keys.
#include "server/store/sql.hpp"

#include "server/store/sqlite/sqlite_sql.hpp"
#include "tests/server/support/losing_sql.hpp"
#include "tests/support/catch.hpp"

using namespace tefuda::server;
using namespace tefuda::server::test;

namespace {

constexpr auto add_notice = "INSERT INTO operator_act (number, at, command, arguments, player) "
                            "SELECT coalesce(max(number), 0) + 1, 0, $1, '{}', '' FROM operator_act RETURNING number";

constexpr auto count_acts = "SELECT count(*) FROM operator_act";

std::vector<SqlCall> one_act() {
    return {{add_notice, {"葛城 \"😀\""}}};
}

} // namespace

TEST_CASE("A write that is asked for again by its key is not done again, and has the answer of then", "[sql]") {
    auto const sql = open_memory_tables();
    WriteKey const key;
    auto const answer = sql->write(key, one_act());
    CHECK(answer == std::vector<SqlRows>{{{"1"}}});
    CHECK(sql->write(WriteKey(), one_act())[0][0][0] == "2");
    CHECK(sql->write(key, one_act()) == answer);
    CHECK(sql->read_one(count_acts, {})[0][0] == "2");
}

TEST_CASE("A write whose answer is lost is asked for again until it is known", "[sql]") {
    LosingTables tables(open_memory_tables());
    CHECK(tables.sql->write(WriteKey(), one_act())[0][0][0] == "1");
    CHECK(tables.count(count_acts) == "1");
}

TEST_CASE("A write that can't be asked for is unknown, and its key tells later", "[sql]") {
    std::shared_ptr<Sql> const kept = open_memory_tables();
    auto const loss = std::make_shared<Loss>(Loss{.before = 0, .after = 3});
    Sql sql(std::make_unique<LosingConnection>(kept, loss), std::chrono::milliseconds(0));
    WriteKey const key;
    for (auto tries = 0; tries < 3; ++tries) CHECK_THROWS_AS(sql.write(key, one_act()), OutcomeUnknown);
    CHECK(sql.write(key, one_act())[0][0][0] == "1");
    CHECK(kept->read_one(count_acts, {})[0][0] == "1");
}

TEST_CASE("Nothing of a write that is refused is stored, and its key is free", "[sql]") {
    auto const sql = open_memory_tables();
    WriteKey const key;
    auto bad = one_act();
    bad.push_back({"INSERT INTO notice (id, text) VALUES (1, $1)", {std::nullopt}});
    CHECK_THROWS_AS(sql->write(key, bad), StoreFailure);
    CHECK(sql->read_one(count_acts, {})[0][0] == "0");
    CHECK(sql->write(key, one_act())[0][0][0] == "1");
}

TEST_CASE("The newest ten thousand keys are kept", "[sql]") {
    auto const sql = open_memory_tables();
    WriteKey const key;
    sql->write(key, one_act());
    for (auto i = 1; i < 10'000; ++i) sql->write(WriteKey(), {});
    sql->write(key, one_act());
    CHECK(sql->read_one(count_acts, {})[0][0] == "1");
    sql->write(WriteKey(), {});
    sql->write(key, one_act());
    CHECK(sql->read_one(count_acts, {})[0][0] == "2");
    CHECK(sql->read_one("SELECT count(*) FROM written", {})[0][0] == "10000");
}
