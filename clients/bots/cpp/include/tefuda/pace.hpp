// Spreads a client's messages so that the server never refuses them.
#pragma once

#include <tefuda/fields.hpp>

#include <algorithm>
#include <chrono>

namespace tefuda {

/// A bucket of tokens, one for each message. Without limits nothing waits.
class Pace {
public:
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;

    Pace() = default;
    /// \param limits those of `welcome`
    explicit Pace(Json const& limits, Clock::time_point now = Clock::now())
        : rate_(number(limits, "messages_per_second") * rate_share),
          burst_(std::max(1.0, number(limits, "burst") * burst_share)), tokens_(burst_), last_(now) {}

    /// Takes the next free turn. \returns how long to wait for it
    Seconds take(Clock::time_point now = Clock::now()) {
        if (rate_ == 0) return Seconds(0);
        tokens_ = std::min(burst_, tokens_ + Seconds(now - last_).count() * rate_) - 1;
        last_ = now;
        return Seconds(std::max(0.0, -tokens_ / rate_));
    }

private:
    /// Shares of the server's limits that are used. Messages may arrive closer together than they were sent.
    static constexpr double rate_share = 0.98;
    static constexpr double burst_share = 0.9;

    static double number(Json const& limits, char const* name) {
        auto const found = limits.find(name);
        return found == limits.end() || found->is_null() ? 0 : value_as<double>(*found, name);
    }

    double rate_ = 0;
    double burst_ = 0;
    double tokens_ = 0;
    Clock::time_point last_;
};

} // namespace tefuda
