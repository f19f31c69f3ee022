// A set of names that several threads use.
#pragma once

#include <cstddef>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace tefuda::server {

/// Thread-safe.
class SharedIds {
public:
    explicit SharedIds(std::vector<std::string> const& ids = {}) : ids_(ids.begin(), ids.end()) {}

    bool has(std::string const& id) const {
        std::lock_guard const lock(mutex_);
        return ids_.contains(id);
    }
    void set(std::string const& id, bool is_in) {
        std::lock_guard const lock(mutex_);
        is_in ? static_cast<void>(ids_.insert(id)) : static_cast<void>(ids_.erase(id));
    }
    void replace(std::vector<std::string> const& ids) {
        std::set<std::string> fresh(ids.begin(), ids.end());
        std::lock_guard const lock(mutex_);
        ids_.swap(fresh);
    }
    std::size_t size() const {
        std::lock_guard const lock(mutex_);
        return ids_.size();
    }

private:
    mutable std::mutex mutex_;
    std::set<std::string> ids_;
};

} // namespace tefuda::server
