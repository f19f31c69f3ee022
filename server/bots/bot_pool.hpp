// Where bots think: threads of their own, so that no room waits for one. They are nice: the rooms' threads come first.
#pragma once

#include "server/bots/bot.hpp"

#include <chrono>
#include <functional>
#include <memory>

namespace tefuda::server {

class BotPool {
public:
    /// \param threads at least 1
    /// \param think how long a search takes; less while other tasks wait, so that the queue stays short. 0: no search
    BotPool(unsigned threads, std::chrono::milliseconds think);
    /// Breaks the running searches off; the tasks that wait are dropped.
    ~BotPool();

    using Answer = std::function<void(std::optional<std::string> action)>;

    /// Has a bot decide; calls `answer` once, on one of the pool's threads. From any thread.
    void ask(BotTask task, Answer answer);

private:
    class Queue;
    std::unique_ptr<Queue> queue_;
};

} // namespace tefuda::server
