// The players who were deleted.
#pragma once

#include <cstddef>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_set>
#include <vector>

namespace tefuda::server {

/// Thread-safe.
class GonePlayers {
public:
    /// Those that there are; others were never deleted.
    void set(std::vector<std::string> const& ids) {
        std::unique_lock const lock(mutex_);
        ids_ = {ids.begin(), ids.end()};
    }
    void add(std::string const& id) {
        std::unique_lock const lock(mutex_);
        ids_.insert(id);
    }
    bool contains(std::string const& id) const {
        std::shared_lock const lock(mutex_);
        return ids_.contains(id);
    }
    std::size_t size() const {
        std::shared_lock const lock(mutex_);
        return ids_.size();
    }

private:
    mutable std::shared_mutex mutex_;
    std::unordered_set<std::string> ids_;
};

/// Of this process: an id belongs to one player for ever, and whoever writes a name or an id must ask here, wherever it
/// comes from. `people/` says who is gone.
inline GonePlayers& gone_players() {
    static GonePlayers all;
    return all;
}

/// What is shown in the place of a deleted player's name.
inline constexpr auto gone_name = "\u2013";

} // namespace tefuda::server
