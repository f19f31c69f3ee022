// Where things run: one of the server's threads, or a fake one in a test. What is given to one executor runs there one
// after the other, so that whatever lives on it (a room, a session) needs no mutex.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace tefuda::server {

/// A call that is to come. Destroying it cancels: the function is then never called, even if its time has come. To be
/// destroyed on the executor's own thread, or when that runs no more.
class Timer {
public:
    virtual ~Timer() = default;
};

/// Must outlive what is posted to it and the timers that it gave. What has not run when it ends never runs.
class Executor {
public:
    using Clock = std::chrono::steady_clock;
    using TimePoint = Clock::time_point;
    using Task = std::function<void()>;

    virtual ~Executor() = default;

    /// Runs the task later on this executor, never inside this call. From any thread; tasks posted by one thread run in
    /// that order. A task that throws is logged and dropped.
    virtual void post(Task task) = 0;

    /// Whether the caller runs on this executor.
    virtual bool here() const = 0;

    /// Runs the task at once if the caller is here already, else as `post`. At once also means before what was posted
    /// earlier and has not run yet; then it may throw.
    void dispatch(Task task) {
        if (here())
            task();
        else
            post(std::move(task));
    }

    /// From any thread.
    virtual TimePoint now() const = 0;

    /// Calls the function once on this executor, at `when` or soon after (at the next turn if that is past, never
    /// inside this call), unless the timer is destroyed before. To be called here.
    [[nodiscard]] virtual std::unique_ptr<Timer> schedule(TimePoint when, Task task) = 0;
};

} // namespace tefuda::server
