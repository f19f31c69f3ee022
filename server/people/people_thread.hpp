// A thread with a queue and a tick, for what waits for a store: event loops must not block.
#pragma once

#include "server/runtime/fair_queue.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
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

    /// \param address who asks for it: the addresses take turns
    /// \returns false where too many wait already: then the task is never run
    [[nodiscard]] bool post(std::string const& address, Task task);

private:
    static constexpr std::size_t capacity = 10'000;
    static constexpr std::size_t capacity_an_address = 1'000;

    void work();

    std::chrono::milliseconds const interval_;
    Task const tick_;
    std::mutex mutex_;
    std::condition_variable changed_;
    FairQueue<Task> waiting_;
    bool stopping_ = false;
    std::thread thread_;
};

} // namespace tefuda::server
