// Wrong room codes and tokens, counted for each address: whoever guesses has to wait, on however many connections.
#pragma once

#include "server/session/token_bucket.hpp"

#include <mutex>
#include <string>
#include <unordered_map>

namespace tefuda::server {

/// All functions may be called from any thread.
class Guesses {
public:
    explicit Guesses(Rate an_address) : rate_(an_address) {}

    void note_wrong(std::string const& address, TokenBucket::TimePoint now);

    /// How long the address has to wait before it may guess again; nothing where it may.
    std::optional<std::chrono::milliseconds> wait(std::string const& address, TokenBucket::TimePoint now);

private:
    Rate const rate_;
    std::mutex mutex_;
    /// Of addresses that have guessed wrong not long ago.
    std::unordered_map<std::string, TokenBucket> buckets_;
};

} // namespace tefuda::server
