// What a room does later: its timer, and tasks that are tried again. Both cancel their calls when they are destroyed.
#pragma once

#include "server/rooms/room_transaction.hpp"
#include "server/runtime/executor.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <algorithm>
#include <chrono>
#include <list>
#include <memory>
#include <optional>
#include <utility>

namespace tefuda::server {

/// Set for one time, or for none. Used on one executor.
class RoomTimer {
public:
    bool is_set_for(std::optional<TimePoint> due) const { return due == due_; }
    /// Instead of what it was set for. \param call copyable; called at that time
    /// \throws std::exception and is set for no time
    template <class Call>
    void set(Executor& executor, std::optional<TimePoint> due, Call call) {
        due_.reset();
        timer_.reset();
        if (!due) return;
        timer_ = executor.schedule(*due, [this, call = std::move(call)]() mutable {
            // The timer may be set anew in the call.
            auto const run = std::move(call);
            due_.reset();
            run();
        });
        due_ = due;
    }

private:
    std::optional<TimePoint> due_;
    std::unique_ptr<Timer> timer_;
};

/// Each task has a timer of its own. Used on one executor.
class RetryQueue {
public:
    /// A task that has thrown is likely to throw again, and waits twice as long each time.
    /// \param retry gets the task back when its time has come
    template <class Retry>
    void add(Executor& executor, RoomTask task, Retry retry) {
        constexpr int most_doublings = 8;
        std::chrono::seconds const pause(1 << std::min(task.failures, most_doublings));
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
        RoomTask task;
        std::unique_ptr<Timer> timer;
    };
    std::list<Waiting> waiting_;
};

} // namespace tefuda::server
