// Rate-limits something for each address, over all its connections: wrong room codes and tokens, HTTP requests.
#pragma once

#include "server/session/token_bucket.hpp"

#include <mutex>
#include <string>
#include <unordered_map>

namespace tefuda::server {

/// Thread-safe.
class AddressRate {
public:
    explicit AddressRate(Rate an_address) : rate_(an_address) {}

    /// Counts one for the address, if it is not over the rate already.
    void count(std::string const& address, TokenBucket::TimePoint now);

    /// Time until the address is no longer over the rate; nothing if it is not.
    std::optional<std::chrono::milliseconds> wait(std::string const& address, TokenBucket::TimePoint now);

private:
    void remove_full_buckets(TokenBucket::TimePoint now);

    /// From this number of addresses on, those whose bucket is full again are removed: they are as good as new.
    static constexpr std::size_t least_cleanup = 10'000;

    Rate const rate_;
    std::mutex mutex_;
    /// Only addresses that were counted; removed some time after the last count.
    std::unordered_map<std::string, TokenBucket> buckets_;
    std::size_t next_cleanup_ = least_cleanup;
};

} // namespace tefuda::server
