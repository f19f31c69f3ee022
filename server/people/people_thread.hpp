// The one thread that reads and writes players: event loops must not block.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace tefuda::server {

/// Thread-safe.
class PeopleThread {
public:
    using Task = std::function<void()>;

    /// \param tick called between tasks, about so often
    PeopleThread(std::chrono::milliseconds interval, Task tick);
    /// Drops what waits, and finishes what is under way.
    ~PeopleThread();
    PeopleThread(PeopleThread const&) = delete;
    PeopleThread& operator=(PeopleThread const&) = delete;

    /// \returns false where too many wait already: then the task is never run
    [[nodiscard]] bool post(Task task);

private:
    static constexpr std::size_t capacity = 10'000;

    void work();

    std::chrono::milliseconds const interval_;
    Task const tick_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Task> waiting_;
    bool stopping_ = false;
    std::thread thread_;
};

} // namespace tefuda::server
