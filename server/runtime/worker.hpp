// What is done beside the event loops, which must not block.
#pragma once

#include "server/runtime/fair_queue.hpp"
#include "server/runtime/time.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace tefuda::server {

enum class Priority : std::uint8_t {
    normal,
    background, ///< threads that answer clients run first
};

/// Calls a function, its step, again and again, each call after the one before: on a thread of its own, or, in a
/// simulation, when that says so (see Runtime::make_worker). The first call comes at once. An exception is logged, and
/// the step is called again a moment later.
class Worker {
public:
    /// When the step is to be called again.
    class Next {
    public:
        using Time = SteadyTime;

        static Next when_woken() { return {Time::max(), true}; }
        /// At this time, or before if it is woken.
        static Next by(Time time) { return {time, true}; }
        static Next at_once() { return {Time::min(), true}; }
        /// At this time, also if it is woken before.
        static Next not_before(Time time) { return {time, false}; }

        Time time() const { return time_; }
        bool may_be_woken() const { return may_be_woken_; }

    private:
        Next(Time time, bool may_be_woken) : time_(time), may_be_woken_(may_be_woken) {}

        Time time_;
        bool may_be_woken_;
    };
    using Step = std::function<Next()>;

    Worker() = default;
    /// Stops.
    virtual ~Worker() = default;
    Worker(Worker const&) = delete;
    Worker& operator=(Worker const&) = delete;

    /// The step is called again, soon. From any thread; needs no memory.
    virtual void wake() noexcept = 0;
    /// Waits for the call that is under way; no other one comes, whoever wakes it.
    virtual void stop() = 0;
};

/// As Runtime::make_worker.
std::unique_ptr<Worker> make_worker(std::string_view name, Worker::Step step, Priority priority = Priority::normal);

/// A worker that carries out tasks, and between them a tick. The addresses that ask for tasks take turns, see
/// FairQueue. Thread-safe.
class TaskWorker {
public:
    using Task = std::function<void()>;
    using Tick = std::function<void(Moment const& now)>;

    /// \param name as make_worker's
    /// \param tick called between tasks, about so often; empty: never
    explicit TaskWorker(std::string_view name, std::chrono::milliseconds interval = std::chrono::hours(1),
                        Tick tick = {});

    /// What it works on is there: before, no task is taken, and nothing ticks.
    void start() { is_started_ = true; }

    /// Where the object is destroyed, what waits is dropped, and what is under way is finished.
    /// \param address who asks for it; empty: the server itself, which may have more of them wait
    /// \returns false where too many wait already: then the task is never run
    [[nodiscard]] bool post(std::string const& address, Task task) { return push(address, std::move(task), false); }
    /// As above. Where the task is not run, or throws, `fail` is called once, on any thread.
    void post(std::string const& address, Task task, Task const& fail);
    /// As `post`, before all that was posted so: for what is short, and keeps a client from connecting.
    void post_first(std::string const& address, Task task, Task const& fail);

private:
    static constexpr std::size_t capacity = 10'000;
    static constexpr std::size_t capacity_an_address = 1'000;

    bool push(std::string const& address, Task task, bool is_first);
    Task guarded(Task task, Task const& fail) const;
    Worker::Next step();
    void run(Task const& task);

    std::string const failure_;
    std::atomic<bool> is_started_ = false;
    std::chrono::milliseconds const interval_;
    Tick const tick_;
    Worker::Next::Time next_tick_;
    std::mutex mutex_;
    FairQueue<Task> waiting_;
    /// Uses all of the above.
    std::unique_ptr<Worker> worker_;
};

} // namespace tefuda::server
