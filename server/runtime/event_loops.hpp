// The server's threads, each with its own event loop.
#pragma once

#include "server/runtime/executor.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace tefuda::server {

class AwakeClock;

/// Its executors' time stands still while the process is stopped or its machine sleeps.
/// Must be destroyed after everything that runs on it or has timers of it. Tasks that have not run when it stops are
/// destroyed with it, without being run.
class EventLoops {
public:
    /// \param count at least 1
    explicit EventLoops(unsigned count);
    ~EventLoops();
    EventLoops(EventLoops const&) = delete;
    EventLoops& operator=(EventLoops const&) = delete;

    std::size_t count() const { return loops_.size(); }

    /// The loop with this index, for tasks and timers, and for sockets. They live as long as this object.
    Executor& executor(std::size_t index);
    boost::asio::io_context& context(std::size_t index);

    /// All executors, in the order of their indices.
    std::vector<Executor*> executors();

    /// Starts the threads. Tasks that were posted before run then.
    void start();

    /// Lets the running tasks finish, runs no others, and joins the threads. Not to be called on one of the threads.
    void stop();

private:
    class Loop;
    std::unique_ptr<AwakeClock> clock_;
    std::vector<std::unique_ptr<Loop>> loops_;
};

} // namespace tefuda::server
