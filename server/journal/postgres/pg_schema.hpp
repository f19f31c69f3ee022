// The tables of the journal in PostgreSQL.
#pragma once

#include "server/journal/postgres/pg_connection.hpp"

namespace tefuda::server {

/// The version of the schema that this server makes.
inline constexpr int pg_schema_version = 1;

/// Makes the tables, if there are none. Servers that start at the same time wait for each other.
/// \throws NewerStore if the tables are of a newer version
void prepare_schema(PgConnection& connection);

} // namespace tefuda::server
