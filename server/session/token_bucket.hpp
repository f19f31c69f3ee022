// A rate limiter: tokens are added at a constant rate, up to a maximum (the burst); each event takes one.
#pragma once

#include "server/session/limits.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

namespace tefuda::server {

/// Not thread-safe.
class TokenBucket {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// Starts full.
    explicit TokenBucket(Rate rate) : rate_(rate), tokens_(rate.burst) {}

    /// Takes a token. \returns false if there is none
    bool take(TimePoint now) {
        fill(now);
        if (tokens_ < 1) return false;
        tokens_ -= 1;
        return true;
    }

    /// Returns a token that was taken.
    void give_back() { tokens_ = std::min(rate_.burst, tokens_ + 1); }

    bool is_full(TimePoint now) {
        fill(now);
        return tokens_ >= rate_.burst;
    }

    /// Time until there is a token, counted from the last call of another function; at least 1 ms. \pre there is none
    std::chrono::milliseconds wait() const {
        auto const seconds = (1 - tokens_) / rate_.a_second;
        return std::chrono::milliseconds(std::max<std::int64_t>(1, static_cast<std::int64_t>(seconds * 1000) + 1));
    }

private:
    void fill(TimePoint now) {
        if (last_ && now <= *last_) return;
        if (last_)
            tokens_ =
                std::min(rate_.burst, tokens_ + std::chrono::duration<double>(now - *last_).count() * rate_.a_second);
        last_ = now;
    }

    Rate rate_;
    double tokens_;
    std::optional<TimePoint> last_;
};

} // namespace tefuda::server
