#include "server/store/postgres/shared_lineage.hpp"

#include <map>
#include <mutex>

namespace tefuda::server {

PgLineage& lineage_of(std::string const& url) {
    static std::mutex mutex;
    static std::map<std::string, PgLineage> lineages;
    std::lock_guard const lock(mutex);
    return lineages[url];
}

} // namespace tefuda::server
