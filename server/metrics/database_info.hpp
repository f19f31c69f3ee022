// What /metrics says of the database that servers share.
#pragma once

#include "server/runtime/guarded.hpp"

#include <cstdint>
#include <string>

namespace tefuda::server {

struct DatabaseInfo {
    std::string host;   ///< as in the URL
    std::string system; ///< PostgreSQL's system identifier
    std::int64_t timeline = 0;
    std::string history{}; ///< see PgIdentity
};

/// Of this process; empty where no database was used yet.
inline Guarded<DatabaseInfo>& database_info() {
    static Guarded<DatabaseInfo> info;
    return info;
}

} // namespace tefuda::server
