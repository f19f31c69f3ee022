// Tables of PostgreSQL.
#pragma once

#include "server/store/postgres/pg_pool.hpp"
#include "server/store/sql.hpp"

#include <memory>

namespace tefuda::server {

/// SharedStore::prepare makes the tables. \param pool outlives what is returned
std::shared_ptr<Sql> pg_tables(PgPool& pool);

} // namespace tefuda::server
