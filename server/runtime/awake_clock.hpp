#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <utility>

namespace tefuda::server {

/// A steady clock that stands still while the process does: while it is stopped, or its machine sleeps or is moved.
/// Players' time to decide is measured with it, so that they lose none of it meanwhile. Thread-safe.
class AwakeClock {
public:
    using Clock = std::chrono::steady_clock;
    using TimePoint = Clock::time_point;
    using Duration = Clock::duration;

    /// It must be asked at least so often while the process runs; a longer pause was a sleep.
    static constexpr Duration longest_pause = std::chrono::seconds(1);

    /// \param steady the clock that goes on; a test gives its own
    explicit AwakeClock(std::function<TimePoint()> steady = Clock::now)
        : steady_(std::move(steady)), last_asked_(steady_()) {}

    TimePoint now() {
        auto const time = steady_();
        // Seldom written: all threads read it all the time.
        constexpr Duration granularity = std::chrono::milliseconds(100);
        if (auto const pause = time - last_asked_.load(); pause > longest_pause)
            add_sleep(time);
        else if (pause > granularity)
            last_asked_.store(time);
        return time - slept_.load();
    }

    /// When this clock will show a time, if the process does not sleep until then.
    TimePoint steady_time_of(TimePoint time) const { return time + slept_.load(); }

private:
    void add_sleep(TimePoint time) {
        std::lock_guard const lock(mutex_);
        auto const pause = time - last_asked_.load();
        if (pause <= longest_pause) return;
        slept_.store(slept_.load() + pause);
        last_asked_.store(time);
    }

    std::function<TimePoint()> const steady_;
    std::mutex mutex_;
    std::atomic<TimePoint> last_asked_;
    std::atomic<Duration> slept_ = Duration::zero();
};

} // namespace tefuda::server
