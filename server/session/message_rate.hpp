// Limits how many messages a client may send, and tells one that obeys from one that does not.
#pragma once

#include "server/session/token_bucket.hpp"

namespace tefuda::server {

/// A message that is refused is told when to come again. No two are told the same time: a client whose messages all
/// wait that long has each of them accepted, and never has more than a few that still wait. One that goes on sending
/// has more and more. Not thread-safe.
class MessageRate {
public:
    using TimePoint = TokenBucket::TimePoint;

    /// \param most_waiting the maximum number of refused messages whose time has not come
    MessageRate(Rate rate, int most_waiting)
        : bucket_(rate),
          interval_(std::chrono::duration_cast<TimePoint::duration>(std::chrono::duration<double>(1 / rate.a_second))),
          most_waiting_(most_waiting) {}

    /// \returns whether the message may pass
    bool take(TimePoint now) { return bucket_.take(now); }

    /// \returns how long a message that may not pass has to wait; nothing if too many wait already
    /// \pre take(now) has returned false
    std::optional<std::chrono::milliseconds> refuse(TimePoint now) {
        auto const turn = std::max(now + bucket_.wait(), last_turn_ + interval_);
        if ((turn - now) / interval_ > most_waiting_) return std::nullopt;
        last_turn_ = turn;
        return std::chrono::ceil<std::chrono::milliseconds>(turn - now);
    }

private:
    TokenBucket bucket_;
    TimePoint::duration interval_;
    int most_waiting_;
    /// When the message may come again that was refused last.
    TimePoint last_turn_;
};

} // namespace tefuda::server
