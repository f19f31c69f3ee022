#pragma once

#include <chrono>
#include <cstdint>
#include <deque>

namespace tefuda::server {

/// The time by which stored matches are old. A clock that jumps ahead is believed only after it has been so for a day
/// of uptime, so that it deletes nothing by mistake; one that jumps back is believed at once. Not thread-safe.
class BelievedTime {
public:
    using Steady = std::chrono::steady_clock::time_point;

    /// \param before what this said last, before the process started, in seconds since 1970; 0: never
    BelievedTime(std::int64_t before, Steady start) {
        if (before > 0) offsets_.push_back({start, before - seconds_of(start)});
    }

    /// To be called every few hours at least. \param wall what the machine's clock says, in seconds since 1970
    /// \returns seconds since 1970
    std::int64_t at(std::int64_t wall, Steady now) {
        Offset seen{now, wall - seconds_of(now)};
        // Those that are left ascend: the first one is the least of the last day.
        while (!offsets_.empty() && offsets_.back().seconds >= seen.seconds) {
            // Clocks drift: it is still the same jump.
            constexpr std::int64_t drift = 3600;
            if (offsets_.back().seconds - seen.seconds < drift) seen.since = offsets_.back().since;
            offsets_.pop_back();
        }
        offsets_.push_back(seen);
        // Each lasted until the next one.
        while (offsets_.size() > 1 && now - offsets_[1].since >= std::chrono::hours(24)) offsets_.pop_front();
        return offsets_.front().seconds + seconds_of(now);
    }

private:
    struct Offset {
        Steady since;
        std::int64_t seconds; ///< between the two clocks
    };

    static std::int64_t seconds_of(Steady time) {
        return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
    }

    std::deque<Offset> offsets_;
};

} // namespace tefuda::server
