// One client's share of its address's day quota.
#pragma once

#include "server/session/day_quota.hpp"

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

} // namespace tefuda::server
