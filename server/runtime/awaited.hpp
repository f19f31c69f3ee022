// Waits for what event loops and workers answer. For workers: no event loop may wait.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace tefuda::server {

/// Answers that come from other threads, or never.
template <class Value>
class Answers {
public:
    void add(Value value) {
        std::lock_guard const lock(mutex_);
        values_.push_back(std::move(value));
        added_.notify_all();
    }
    /// \param stop nobody waits longer \returns the first ones, fewer than `count` where no more have come in time
    std::vector<Value> wait(std::size_t count, std::stop_token const& stop) {
        constexpr std::chrono::seconds patience(10);
        std::unique_lock lock(mutex_);
        added_.wait_for(lock, stop, patience, [&] { return values_.size() >= count; });
        return values_;
    }

private:
    std::mutex mutex_;
    std::condition_variable_any added_;
    std::vector<Value> values_;
};

/// One answer.
template <class Value>
class Awaited {
public:
    void set(Value value) { answers_.add(std::move(value)); }
    /// As Answers::wait.
    std::optional<Value> wait(std::stop_token const& stop) {
        auto answers = answers_.wait(1, stop);
        if (answers.empty()) return std::nullopt;
        Value first = std::move(answers.front());
        return first;
    }

private:
    Answers<Value> answers_;
};

} // namespace tefuda::server
