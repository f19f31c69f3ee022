#include "server/people/people_thread.hpp"

#include "server/runtime/failure_log.hpp"

#include <exception>
#include <utility>

namespace tefuda::server {

PeopleThread::PeopleThread(std::chrono::milliseconds interval, Task tick)
    : interval_(interval), tick_(std::move(tick)), thread_([this] { work(); }) {}

PeopleThread::~PeopleThread() {
    {
        std::lock_guard const lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

bool PeopleThread::post(std::string const& address, Task task) {
    {
        std::lock_guard const lock(mutex_);
        if (stopping_ || waiting_.size() >= capacity) return false;
        // What the server itself asks for has no address.
        if (!address.empty() && waiting_.waiting_of(address) >= capacity_an_address) return false;
        waiting_.push(std::move(task), address, true);
    }
    changed_.notify_one();
    return true;
}

void PeopleThread::work() {
    auto next_tick = std::chrono::steady_clock::now() + interval_;
    for (;;) {
        Task task;
        {
            std::unique_lock lock(mutex_);
            changed_.wait_until(lock, next_tick, [this] { return stopping_ || !waiting_.empty(); });
            if (stopping_) return;
            if (auto next = waiting_.pop()) task = std::move(next->job);
        }
        try {
            if (task) task();
            if (std::chrono::steady_clock::now() < next_tick) continue;
            next_tick = std::chrono::steady_clock::now() + interval_;
            tick_();
        } catch (std::exception const& problem) {
            log_failure("The players' thread failed", problem);
        }
    }
}

} // namespace tefuda::server
