// Rate-limits something for each address and its networks, over all its connections: wrong room codes and tokens, HTTP
// requests.
#pragma once

#include "server/runtime/sweep.hpp"
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
    /// \returns nothing if it was counted, else the time until it can be
    std::optional<std::chrono::milliseconds> take(std::string const& address, TokenBucket::TimePoint now);

    /// Discounts one that was counted.
    void give_back(std::string const& address);

private:
    void give_back_to(std::string const& network);

    Rate const rate_;
    std::mutex mutex_;
    /// Only addresses and networks that were counted. One whose bucket is full again is as good as new.
    std::unordered_map<std::string, TokenBucket> buckets_;
    Sweep sweep_{10'000};
};

} // namespace tefuda::server
