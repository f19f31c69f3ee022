// An executor that a test drives: it runs what is posted when it is told to, on the test's own thread, and its clock
// stands still until the test turns it.
#pragma once

#include "server/runtime/executor.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace tefuda::server::test {

class FakeExecutor final : public Executor {
public:
    void post(Task task) override {
        std::lock_guard const lock(mutex_);
        tasks_.push_back(std::move(task));
        posted_.notify_all();
    }
    bool here() const override { return running_ && std::this_thread::get_id() == owner_; }
    TimePoint now() const override { return now_; }
    std::unique_ptr<Timer> schedule(TimePoint when, Task task) override {
        calls_.push_back(std::make_shared<Call>(Call{when, std::move(task)}));
        return std::make_unique<FakeTimer>(calls_.back());
    }

    /// The number of tasks that were posted and have not run.
    std::size_t waiting() {
        std::lock_guard const lock(mutex_);
        return tasks_.size();
    }

    /// Waits until another thread has posted something.
    void wait_for_task() {
        std::unique_lock lock(mutex_);
        if (!posted_.wait_for(lock, std::chrono::minutes(1), [this] { return !tasks_.empty(); }))
            FAIL("waited in vain");
    }

    /// Until nothing is left to do.
    void run() {
        while (auto task = take()) {
            running_ = true;
            try {
                (*task)();
            } catch (std::exception const& problem) {
                UNSCOPED_INFO("a task failed: " << problem.what());
            }
            running_ = false;
        }
    }

    /// Runs what is posted, also by other threads, until something is so; fails after a minute in which nothing
    /// came.
    template <class Condition>
    void run_until(Condition const& is_so) {
        for (run(); !is_so(); run()) wait_for_task();
    }

    /// Turns the clock on, as for a task that takes long.
    void spend(Clock::duration time) { now_ += time; }

    /// Turns the clock on, and makes the calls that are due then.
    void pass(Clock::duration time) {
        now_ += time;
        for (auto const& call : std::exchange(calls_, {})) {
            if (call->cancelled) continue;
            if (call->when <= now_)
                post(std::move(call->task));
            else
                calls_.push_back(call);
        }
        run();
    }

    /// Drops what is posted, as an executor does that ends.
    void drop() {
        std::deque<Task> dropped;
        std::lock_guard const lock(mutex_);
        dropped.swap(tasks_);
    }

    /// Whether a call is to come in this time.
    bool has_call_in(Clock::duration time) const {
        return std::any_of(calls_.begin(), calls_.end(),
                           [&](auto const& call) { return !call->cancelled && call->when <= now_ + time; });
    }

private:
    struct Call {
        TimePoint when;
        Task task;
        bool cancelled = false;
    };
    class FakeTimer final : public Timer {
    public:
        explicit FakeTimer(std::shared_ptr<Call> call) : call_(std::move(call)) {}
        ~FakeTimer() override { call_->cancelled = true; }

    private:
        std::shared_ptr<Call> call_;
    };

    std::optional<Task> take() {
        std::lock_guard const lock(mutex_);
        if (tasks_.empty()) return std::nullopt;
        auto task = std::move(tasks_.front());
        tasks_.pop_front();
        return task;
    }

    std::thread::id const owner_ = std::this_thread::get_id();
    bool running_ = false;
    TimePoint now_{};
    std::vector<std::shared_ptr<Call>> calls_;
    std::mutex mutex_;
    std::condition_variable posted_;
    std::deque<Task> tasks_;
};

} // namespace tefuda::server::test
