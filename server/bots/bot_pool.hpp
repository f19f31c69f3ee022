// Where bots think: threads of their own, so that no room waits for one.
#pragma once

#include "server/bots/bot.hpp"

#include <functional>
#include <memory>

namespace tefuda::server {

class BotPool {
public:
    /// \param threads at least 1
    explicit BotPool(unsigned threads);
    /// Lets the running tasks end; those that wait are dropped.
    ~BotPool();

    using Answer = std::function<void(std::optional<std::string> action)>;

    /// Has a bot decide; calls `answer` once, on one of the pool's threads. From any thread.
    void ask(BotTask task, Answer answer);

private:
    class Queue;
    std::unique_ptr<Queue> queue_;
};

} // namespace tefuda::server
