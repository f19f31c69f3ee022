// Where work runs: on one of the server's threads, or on a fake one in a test. The tasks of one executor run one after
// the other, so objects that are used on one executor only (a room, a session) need no mutex.
#pragma once

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace tefuda::server {

/// What std::move_only_function<void()> of C++23 is.
class Task {
public:
    Task() = default;
    Task(std::nullptr_t) {}
    template <class Run>
        requires(!std::same_as<std::remove_cvref_t<Run>, Task> && std::invocable<std::decay_t<Run>&>)
    Task(Run&& run) : call_(std::make_unique<Call<std::decay_t<Run>>>(std::forward<Run>(run))) {}

    explicit operator bool() const { return call_ != nullptr; }

    /// \pre it is not empty
    void operator()() { call_->run(); }

private:
    struct AnyCall {
        virtual ~AnyCall() = default;
        virtual void run() = 0;
    };
    template <class Run>
    struct Call final : AnyCall {
        explicit Call(Run&& its_function) : function(std::move(its_function)) {}
        explicit Call(Run const& its_function) : function(its_function) {}
        void run() override { function(); }
        Run function;
    };

    std::unique_ptr<AnyCall> call_;
};

/// A scheduled call. Destroying the timer cancels the call: the function is then never called, even if its time has
/// come. To be destroyed on its executor, or after that has stopped.
class Timer {
public:
    virtual ~Timer() = default;
};

/// Gathers work during a turn and does it at the turn's end; for example a connection with bytes to send.
class Flushable {
public:
    virtual ~Flushable() = default;
    virtual void flush() = 0;
};

/// Must outlive the tasks that are posted to it and the timers that it returned. Tasks that have not run when it ends
/// are destroyed without being run.
class Executor {
public:
    using Clock = std::chrono::steady_clock;
    using TimePoint = Clock::time_point;
    using Task = server::Task;

    Executor() = default;
    virtual ~Executor() = default;
    Executor(Executor const&) = delete;
    Executor& operator=(Executor const&) = delete;

    /// Runs the task later on this executor, never inside this call. From any thread; tasks that one thread posts run
    /// in that order. A task that throws is logged and dropped.
    virtual void post(Task task) = 0;

    /// Whether the caller runs on this executor.
    virtual bool here() const = 0;

    /// Runs the task at once if the caller is on this executor, otherwise posts it. If it runs at once, it runs before
    /// the tasks that were posted earlier, and what it throws reaches the caller.
    void dispatch(Task task) {
        if (here())
            task();
        else
            post(std::move(task));
    }

    /// From any thread.
    virtual TimePoint now() const = 0;

    /// Calls the function once on this executor, at `when` or soon after (in the next turn if that time is past, never
    /// inside this call), unless the timer is destroyed before. To be called on this executor.
    [[nodiscard]] virtual std::unique_ptr<Timer> schedule(TimePoint when, Task task) = 0;

    /// Flushes the object when this turn ends: once for each call, in the order of the calls. A turn consists of
    /// everything that was ready to run when the first object came; an object that comes while others are flushed is
    /// flushed with them. What `flush` throws is logged. To be called on this executor.
    void flush_later(std::shared_ptr<Flushable> object);
    /// Releases the objects without flushing them. To be called when the executor has stopped.
    void drop_flushes() { to_flush_.clear(); }

private:
    void flush_all();

    std::vector<std::shared_ptr<Flushable>> to_flush_;
};

/// Thread-safe.
class ExecutorGroup {
public:
    /// \param executors not empty; they outlive the group
    explicit ExecutorGroup(std::vector<Executor*> executors) : executors_(std::move(executors)) {}

    Executor& first() const { return *executors_.front(); }
    /// Each in turn.
    Executor& next() { return *executors_[next_++ % executors_.size()]; }
    /// Calls the task on this executor of the group once all have done what they were given until now.
    void after_all(Executor& executor, std::function<void()> task) const;

private:
    std::vector<Executor*> const executors_;
    std::atomic<std::size_t> next_ = 0;
};

} // namespace tefuda::server
