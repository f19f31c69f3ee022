#include "server/store/postgres/pg_schema.hpp"

#include "server/store/postgres/pg_connect.hpp"

#include <string>

namespace tefuda::server {

namespace {

std::optional<std::int64_t> version_of(PgConnection& connection) {
    auto const present = connection.run({{"SELECT to_regclass('tefuda') IS NOT NULL", {}}});
    if (present[0].text(0, 0) != "t") return std::nullopt;
    auto const rows = connection.run({{"SELECT version FROM tefuda", {}}});
    if (rows[0].size() != 1)
        throw StoreFailure(
            "The table tefuda of the database has not one row: use another database, or restore this one.");
    return rows[0].number(0, 0);
}

// The owner of a table alone attaches and drops its partitions.
constexpr auto read_rights = R"(
SELECT current_user, current_schema(), has_schema_privilege(current_schema(), 'CREATE'),
  coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('action')), false))";

} // namespace

std::span<TableStatements const> migrations_from(std::optional<std::int64_t> version,
                                                 std::span<TableStatements const> all) {
    if (!version) return all;
    if (*version > static_cast<std::int64_t>(all.size()))
        throw NewerStore("The database was made by a newer server: start that, or use another database.");
    if (*version < 1)
        throw StoreFailure("The database has version " + std::to_string(*version) +
                           ", which no server has made: use another database, or restore this one.");
    return all.subspan(static_cast<std::size_t>(*version));
}

void check_schema(PgConnection& connection) {
    static_cast<void>(migrations_from(version_of(connection), pg_migrations()));
}

void prepare_schema(PgConnection& connection) {
    // Changing a large table may take long, and other servers wait for it.
    constexpr auto at_most = std::chrono::minutes(10);
    try {
        // The number has no meaning but that all servers take the same.
        connection.run(
            {{"BEGIN", {}}, {"SET LOCAL lock_timeout = 0", {}}, {"SELECT pg_advisory_xact_lock(54464441)", {}}},
            at_most);
        auto const version = version_of(connection);
        auto const missing = migrations_from(version, pg_migrations());
        for (auto const& migration : missing)
            for (auto const& statement : migration) connection.run({{statement.text, {}}}, at_most);
        if (!missing.empty())
            connection.run({{"UPDATE tefuda SET version = $1::integer", {std::to_string(pg_migrations().size())}}});
        connection.run({{"COMMIT", {}}});
    } catch (...) {
        // Rolls back.
        connection.close();
        throw;
    }
}

void check_encoding(PgConnection& connection) {
    auto const all = connection.run({{"SELECT current_setting('server_encoding'), pg_backend_pid()", {}}});
    auto const& rows = all[0];
    if (rows.text(0, 0) != "UTF8")
        throw StoreFailure("The database has the encoding " + std::string(rows.text(0, 0)) +
                           ", and can't keep every name: make one with createdb -E UTF8 -T template0.");
    // A pooler has numbers of its own for the connections of its clients.
    if (rows.number(0, 1) != connection.backend()) throw StoreFailure(through_a_pooler);
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
