// Tasks that are tried again later.
#pragma once

#include "server/runtime/executor.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <utility>

namespace tefuda::server {

/// Each task has a timer of its own. Destroying the queue cancels them all. Used on one executor.
template <class Task>
class RetryQueue {
public:
    /// \param failures how often the task has thrown: it is likely to throw again, and waits twice as long each time
    /// \param retry gets the task back when its time has come
    template <class Retry>
    void add(Executor& executor, Task task, int failures, Retry retry) {
        constexpr int most_doublings = 8;
        std::chrono::seconds const pause(1 << std::min(failures, most_doublings));
        // Nobody else knows of the task: it waits until there is memory.
        std::list<Waiting> added;
        until_there_is_memory([&] { added.emplace_back(); });
        added.back().task = std::move(task);
        auto const place = added.begin();
        waiting_.splice(waiting_.end(), added);
        auto due = [this, place, retry = std::move(retry)]() mutable {
            // The timer's call may not outlive the timer.
            auto call = std::move(retry);
            auto again = std::move(place->task);
            waiting_.erase(place);
            call(std::move(again));
        };
        place->timer = until_there_is_memory([&] { return executor.schedule(executor.now() + pause, due); });
    }

private:
    struct Waiting {
        Task task;
        std::unique_ptr<Timer> timer;
    };
    std::list<Waiting> waiting_;
};

} // namespace tefuda::server
