// The lineage that all parts of the server share.
#pragma once

#include "server/store/postgres/pg_lineage.hpp"

#include <string>

namespace tefuda::server {

/// Of all connections that this process makes with this URL. Thread-safe; lives as long as the process.
PgLineage& lineage_of(std::string const& url);

} // namespace tefuda::server
