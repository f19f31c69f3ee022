// When a client that says nothing is pinged, and when it is closed.
#pragma once

#include <algorithm>
#include <chrono>

namespace tefuda::server {

/// One connection's. Not thread-safe.
class SilenceWatch {
public:
    using TimePoint = std::chrono::steady_clock::time_point;
    using Duration = std::chrono::milliseconds;

    /// \param idle without a byte for so long a client is gone; after half of it it is to be pinged
    /// \param join without a message for so long since the beginning it is not wanted
    SilenceWatch(Duration idle, Duration join, TimePoint now)
        : idle_(idle), last_received_(now), must_speak_until_(now + join) {}

    /// Bytes have come; or the client is not read from, and can't be heard.
    void heard(TimePoint now) { last_received_ = now; }
    TimePoint last_received() const { return last_received_; }
    /// A pong is none.
    void spoke() { spoke_ = true; }

    enum class Verdict { fine, ping, is_gone, says_nothing };
    Verdict check(TimePoint now) const {
        auto const silence = now - last_received_;
        if (silence >= idle_) return Verdict::is_gone;
        if (!spoke_ && now >= must_speak_until_) return Verdict::says_nothing;
        return silence >= idle_ / 2 ? Verdict::ping : Verdict::fine;
    }
    /// When to check again, after this verdict at this time.
    TimePoint next(Verdict verdict) const {
        auto const next = last_received_ + (verdict == Verdict::ping ? idle_ : idle_ / 2);
        return spoke_ ? next : std::min(next, must_speak_until_);
    }

private:
    Duration const idle_;
    TimePoint last_received_;
    TimePoint const must_speak_until_;
    bool spoke_ = false;
};

} // namespace tefuda::server
