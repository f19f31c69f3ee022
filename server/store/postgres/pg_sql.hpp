// Tables of PostgreSQL.
#pragma once

#include "server/store/sql.hpp"

#include <memory>
#include <string>

namespace tefuda::server {

/// Connects when it is used first; the journal's store makes the tables. \param url as libpq reads it; it is never
/// shown
/// \param name what the database calls this connection
std::unique_ptr<Sql> open_pg_people(std::string url, std::string name);

} // namespace tefuda::server
