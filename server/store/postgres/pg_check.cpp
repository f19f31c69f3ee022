#include "server/store/postgres/pg_check.hpp"

namespace tefuda::server {

namespace {

// The owner of a table alone attaches and drops its partitions.
constexpr auto read_rights = R"(
SELECT current_user, current_schema(), has_schema_privilege(current_schema(), 'CREATE'),
  coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('action')), false))";

} // namespace

void check_encoding(PgConnection& connection) {
    auto const all = connection.run({{"SELECT current_setting('server_encoding'), pg_backend_pid()", {}}});
    auto const& rows = all[0];
    if (rows.text(0, 0) != "UTF8")
        throw StoreFailure("The database has the encoding " + std::string(rows.text(0, 0)) +
                           ", and can't keep every name: make one with createdb -E UTF8 -T template0.");
    // A pooler has numbers of its own for the connections of its clients.
    if (rows.number(0, 1) != connection.backend())
        throw StoreFailure("The database's URL leads to a pooler such as PgBouncer, which gives one connection to many "
                           "in turn: let it lead to PostgreSQL itself. This server has few connections, and keeps "
                           "them.");
}

void check_rights(PgConnection& connection, std::string const& node) {
    auto const all = connection.run({{read_rights, {}}});
    auto const& rights = all[0];
    auto const user = std::string(rights.text(0, 0)), schema = std::string(rights.text(0, 1));
    if (rights.text(0, 2) != "t")
        throw StoreFailure("The user " + user +
                           " may make no tables in the database, which this server does each day: "
                           "GRANT CREATE ON SCHEMA " +
                           schema + " TO " + user +
                           ", or make the database with createdb "
                           "-O " +
                           user + ".");
    if (rights.text(0, 3) != "t")
        throw StoreFailure("The tables of the database are not those of the user " + user +
                           ", who so can't make new "
                           "ones for the next days: ALTER TABLE … OWNER TO " +
                           user +
                           " for each, or restore the "
                           "database as this user.");
    auto const id = "start of " + node;
    std::string const name = "葛城 😀";
    auto const rows =
        connection.run({{"INSERT INTO player (id, name, kind, created, seen) VALUES ($1, $2, 'human', '', 0) "
                         "ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                         {id, name}},
                        {"SELECT name FROM player WHERE id = $1", {id}},
                        {"DELETE FROM player WHERE id = $1", {id}}});
    if (rows[1].size() != 1 || rows[1].text(0, 0) != name)
        throw StoreFailure(
            "The database does not give back what was stored: look at its encoding and at its triggers.");
}

} // namespace tefuda::server
