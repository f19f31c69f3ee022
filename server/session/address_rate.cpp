#include "server/session/address_rate.hpp"

namespace tefuda::server {

void AddressRate::count(std::string const& address, TokenBucket::TimePoint now) {
    std::lock_guard const lock(mutex_);
    if (buckets_.size() >= next_cleanup_) remove_full_buckets(now);
    buckets_.try_emplace(address, rate_).first->second.take(now);
}

std::optional<std::chrono::milliseconds> AddressRate::wait(std::string const& address, TokenBucket::TimePoint now) {
    std::lock_guard const lock(mutex_);
    auto const found = buckets_.find(address);
    if (found == buckets_.end() || found->second.has_token(now)) return std::nullopt;
    return found->second.wait();
}

void AddressRate::remove_full_buckets(TokenBucket::TimePoint now) {
    for (auto it = buckets_.begin(); it != buckets_.end();) it = it->second.is_full(now) ? buckets_.erase(it) : ++it;
    // A constant time for each count on average, also where none is full.
    next_cleanup_ = std::max(least_cleanup, 2 * buckets_.size());
}

} // namespace tefuda::server
