// Rate-limits guessing of room codes and tokens: counts wrong ones for each address, over all its connections.
#pragma once

#include "server/session/token_bucket.hpp"

#include <mutex>
#include <string>
#include <unordered_map>

namespace tefuda::server {

/// Thread-safe.
class Guesses {
public:
    explicit Guesses(Rate an_address) : rate_(an_address) {}

    void note_wrong(std::string const& address, TokenBucket::TimePoint now);

    /// Time until the address may guess again; nothing if it may guess now.
    std::optional<std::chrono::milliseconds> wait(std::string const& address, TokenBucket::TimePoint now);

private:
    Rate const rate_;
    std::mutex mutex_;
    /// Only addresses with wrong guesses; removed some time after the last one.
    std::unordered_map<std::string, TokenBucket> buckets_;
};

} // namespace tefuda::server
