#include "server/metrics/database_info.hpp"

#include <mutex>
#include <utility>

namespace tefuda::server {

namespace {

struct Kept {
    std::mutex mutex;
    std::optional<DatabaseInfo> info;
};

Kept& kept() {
    static Kept all;
    return all;
}

} // namespace

void set_database_info(DatabaseInfo info) {
    std::lock_guard const lock(kept().mutex);
    kept().info = std::move(info);
}

std::optional<DatabaseInfo> database_info() {
    std::lock_guard const lock(kept().mutex);
    return kept().info;
}

} // namespace tefuda::server
