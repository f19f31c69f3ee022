// The threads on which bots decide, so that no event loop waits for a bot. They have a low priority: event loops run
// first.
#pragma once

#include "server/bots/bot.hpp"

#include <chrono>
#include <functional>
#include <memory>

namespace tefuda::server {

class BotPool {
public:
    /// \param threads at least 1
    /// \param think time for one search; less while other tasks wait, so that the queue stays short. 0: no search
    BotPool(unsigned threads, std::chrono::milliseconds think);
    /// Cancels the running searches, drops the waiting tasks and joins the threads.
    ~BotPool();

    using Answer = std::function<void(std::optional<std::string> action)>;

    /// Queues a task. Thread-safe.
    /// \param answer called once with the action, JSON text (nothing: the bot does not act), on a thread of the pool;
    /// never called if the pool is destroyed before the task's turn
    void ask(BotTask task, Answer answer);

private:
    class Queue;
    std::unique_ptr<Queue> queue_;
};

} // namespace tefuda::server
