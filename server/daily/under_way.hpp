// What is being done, so that nobody does it twice at the same time.
#pragma once

#include <mutex>
#include <set>

namespace tefuda::server {

/// Thread-safe.
template <class Key>
class UnderWay {
public:
    /// \returns false where it is under way already
    [[nodiscard]] bool begin(Key const& key) {
        std::lock_guard const lock(mutex_);
        return keys_.insert(key).second;
    }
    void end(Key const& key) {
        std::lock_guard const lock(mutex_);
        keys_.erase(key);
    }

private:
    std::mutex mutex_;
    std::set<Key> keys_;
};

} // namespace tefuda::server
