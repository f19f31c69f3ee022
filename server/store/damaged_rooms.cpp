#include "server/store/damaged_rooms.hpp"

#include "server/metrics/metrics.hpp"

#include <mutex>
#include <set>

namespace tefuda::server {

void note_damaged_room(std::string const& code) {
    static std::mutex mutex;
    static std::set<std::string> known;
    std::lock_guard const lock(mutex);
    // Each client that asks for it finds it again.
    if (known.insert(code).second) metrics().journal_damaged.add();
}

} // namespace tefuda::server
