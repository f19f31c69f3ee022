// What /metrics says of the database that servers share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tefuda::server {

struct DatabaseInfo {
    std::string host;   ///< as in the URL
    std::string system; ///< PostgreSQL's system identifier
    std::int64_t timeline = 0;
    std::string history{}; ///< see PgIdentity
};

/// Thread-safe.
void set_database_info(DatabaseInfo info);
/// Nothing if no database was used yet. Thread-safe.
std::optional<DatabaseInfo> database_info();

} // namespace tefuda::server
