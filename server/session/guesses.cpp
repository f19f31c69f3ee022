#include "server/session/guesses.hpp"

namespace tefuda::server {

namespace {

/// From this number of addresses on, those whose bucket is full again are removed: they are as good as new.
constexpr std::size_t cleanup_threshold = 10'000;

} // namespace

void Guesses::note_wrong(std::string const& address, TokenBucket::TimePoint now) {
    std::lock_guard const lock(mutex_);
    if (buckets_.size() >= cleanup_threshold)
        for (auto it = buckets_.begin(); it != buckets_.end();)
            it = it->second.is_full(now) ? buckets_.erase(it) : ++it;
    buckets_.try_emplace(address, rate_).first->second.take(now);
}

std::optional<std::chrono::milliseconds> Guesses::wait(std::string const& address, TokenBucket::TimePoint now) {
    std::lock_guard const lock(mutex_);
    auto const found = buckets_.find(address);
    if (found == buckets_.end() || found->second.has_token(now)) return std::nullopt;
    return found->second.wait();
}

} // namespace tefuda::server
