#include "server/store/damaged_rooms.hpp"

#include "server/metrics/metrics.hpp"
#include "server/runtime/guarded.hpp"

#include <set>

namespace tefuda::server {

void note_damaged_room(std::string const& code) {
    static Guarded<std::set<std::string>> known;
    // Each client that asks for it finds it again.
    if (known.with([&](auto& it) { return it.insert(code).second; })) metrics().journal_damaged.add();
}

} // namespace tefuda::server
