// The executors that share the server's work.
#pragma once

#include "server/runtime/executor.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace tefuda::server {

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
