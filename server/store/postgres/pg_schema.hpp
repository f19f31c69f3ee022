// The tables of the journal in PostgreSQL, and whether a database is fit for them.
#pragma once

#include "server/store/postgres/pg_connection.hpp"
#include "server/store/tables.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace tefuda::server {

/// The first one makes version 1 of nothing, the second one leads from 1 to 2 …
std::span<TableStatements const> pg_migrations();

/// Those that are still to be run on a database of this version; nothing: it has no tables.
/// \throws NewerStore if the version is newer than the newest of them; StoreFailure if there is no such version
std::span<TableStatements const> migrations_from(std::optional<std::int64_t> version,
                                                 std::span<TableStatements const> all);

/// Makes the tables, or brings older ones forward. Servers that start at the same time wait for each other.
/// \throws NewerStore if the tables are of a newer version
void prepare_schema(PgConnection& connection);

/// Whether `prepare_schema` would know the tables; only looks. \throws NewerStore, StoreFailure
void check_schema(PgConnection& connection);

/// The database keeps every text, and the connection leads to it without a pooler. Before there are tables.
/// \throws StoreFailure with a sentence that says what to do
void check_encoding(PgConnection& connection);

/// This server may do what it will do in the next days (make tables for new days, delete old ones), and a row comes
/// back as it was stored. \pre prepare_schema \throws StoreFailure with a sentence that says what to do
void check_rights(PgConnection& connection, std::string const& node);

} // namespace tefuda::server
