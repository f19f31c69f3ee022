#include "server/runtime/worker.hpp"

#include "server/runtime/failure_log.hpp"
#include "server/runtime/runtime.hpp"

#include <exception>
#include <optional>

namespace tefuda::server {

TaskWorker::TaskWorker(std::string_view name, std::chrono::milliseconds interval, Tick tick)
    : failure_("The thread \"" + std::string(name) + "\" failed"), interval_(interval), tick_(std::move(tick)),
      next_tick_(steady_now() + interval), worker_(make_worker(name, [this] { return step(); })) {}

bool TaskWorker::push(std::string const& address, Task task, bool is_first) {
    if (!is_started_) return false;
    {
        std::lock_guard const lock(mutex_);
        if (waiting_.size() >= capacity) return false;
        if (!address.empty() && waiting_.waiting_of(address) >= capacity_an_address) return false;
        waiting_.push(std::move(task), address, is_first);
    }
    worker_->wake();
    return true;
}

void TaskWorker::post(std::string const& address, Task task, Task const& fail) {
    if (!push(address, guarded(std::move(task), fail), false)) fail();
}

void TaskWorker::post_first(std::string const& address, Task task, Task const& fail) {
    if (!push(address, guarded(std::move(task), fail), true)) fail();
}

TaskWorker::Task TaskWorker::guarded(Task task, Task const& fail) const {
    return [this, task = std::move(task), fail] {
        try {
            task();
        } catch (std::exception const& problem) {
            log_failure(failure_, problem);
            fail();
        }
    };
}

Worker::Next TaskWorker::step() {
    std::optional<FairQueue<Task>::Next> next;
    {
        std::lock_guard const lock(mutex_);
        next = waiting_.pop();
    }
    if (next) run(next->job);
    if (auto const now = this_moment(); now.steady >= next_tick_) {
        next_tick_ = now.steady + interval_;
        if (tick_ && is_started_) run([&] { tick_(now); });
    }
    return next ? Worker::Next::at_once() : Worker::Next::by(next_tick_);
}

void TaskWorker::run(Task const& task) {
    try {
        task();
    } catch (std::exception const& problem) {
        log_failure(failure_, problem);
    }
}

} // namespace tefuda::server
