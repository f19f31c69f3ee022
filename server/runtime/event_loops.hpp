// The server's threads, each with its own event loop.
#pragma once

#include "server/runtime/executor.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace boost::asio {
class io_context;
}

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

/// Its executors' time stands still while the process is stopped or its machine sleeps.
/// Must be destroyed after everything that runs on it or has timers of it. Tasks that have not run when it stops are
/// destroyed with it, without being run.
class EventLoops {
public:
    /// \param count at least 1
    explicit EventLoops(unsigned count);
    ~EventLoops();

    std::size_t count() const { return loops_.size(); }

    /// The loop with this index, for tasks and timers, and for sockets. They live as long as this object.
    Executor& executor(std::size_t index);
    boost::asio::io_context& context(std::size_t index);

    /// All executors, in the order of their indices.
    std::vector<Executor*> executors();

    /// Starts the threads. Tasks that were posted before run then.
    void start();

    /// Lets the running tasks finish, runs no others, and joins the threads. Not to be called on one of the threads.
    void stop();

private:
    class Loop;
    AwakeClock clock_;
    std::vector<std::unique_ptr<Loop>> loops_;
};

} // namespace tefuda::server
