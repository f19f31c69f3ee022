#include "server/store/postgres/pg_schema.hpp"

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

} // namespace tefuda::server
