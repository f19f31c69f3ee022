// What one client may send: a rate of messages and of chat, and its share of what its address may do in a day.
#pragma once

#include "server/metrics/metrics.hpp"
#include "server/room/rejections.hpp"
#include "server/room/room.hpp"
#include "server/session/day_quota.hpp"
#include "server/session/limits.hpp"
#include "server/session/token_bucket.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace tefuda::server {

/// Takes from the quota, which all threads share, a chunk for many messages at once. Not thread-safe.
class DayAllowance {
public:
    using TimePoint = DayQuota::TimePoint;

    /// \param quota must outlive this object
    DayAllowance(DayQuota& quota, Daily what, double chunk) : quota_(quota), what_(what), chunk_(chunk) {}

    /// Spends so much, if the address has so much left.
    /// \returns nothing if it was spent, else the time after which it can be
    std::optional<std::chrono::milliseconds> spend(std::string const& address, double amount, TimePoint now) {
        if (left_ < amount) {
            // At the quota's end it gives no chunk, but perhaps enough for this message.
            if (!quota_.take(what_, address, chunk_, now))
                left_ += chunk_;
            else if (auto const wait = quota_.take(what_, address, amount, now))
                return wait;
            else
                left_ += amount;
        }
        left_ -= amount;
        return std::nullopt;
    }

    /// Gives back what was taken from the quota and not spent.
    void give_back(std::string const& address, TimePoint now) {
        if (left_ > 0) quota_.give_back(what_, address, std::exchange(left_, 0), now);
    }

private:
    DayQuota& quota_;
    Daily const what_;
    double const chunk_;
    double left_ = 0;
};

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

/// The refusal of what is one too many; counts and logs it.
Rejection rate_limited(Limit limit, std::string const& address, std::chrono::milliseconds wait);

/// Not thread-safe.
class MessageLimits {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// \param address of the client; must outlive this object, like the quota
    MessageLimits(Limits const& limits, DayQuota& quota, std::string const& address);

    /// Counts a message that has come. \returns whether it may pass
    bool take(TimePoint now) { return messages_.take(now); }
    /// The refusal of a message that may not pass; nothing where the client has to be closed.
    std::optional<Rejection> refuse(TimePoint now);
    /// Counts control frames. \returns false where the client has to be closed
    bool take_control_frames(int count, TimePoint now);

    /// Charges a message to a room for what it costs, or says why it is refused.
    OrRejection<> charge(RoomMessage const& message, std::size_t bytes, TimePoint now);

    /// Returns to the address what was taken of its day and not used.
    void give_back(TimePoint now);

private:
    std::string const& address_;
    std::uint64_t const match_bytes_;
    MessageRate messages_;
    MessageRate chat_;
    DayAllowance actions_today_;
    DayAllowance bytes_today_;
};

} // namespace tefuda::server
