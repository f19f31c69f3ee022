// The server's threads, each with an event loop of its own.
#pragma once

#include "server/runtime/executor.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace tefuda::server {

/// To be destroyed after all that runs on it or has timers of it. What has not run when it stops is destroyed with it,
/// unrun.
class EventLoops {
public:
    /// \param count at least 1
    explicit EventLoops(unsigned count);
    ~EventLoops();
    EventLoops(EventLoops const&) = delete;
    EventLoops& operator=(EventLoops const&) = delete;

    std::size_t count() const { return loops_.size(); }
    boost::asio::io_context& context(std::size_t index);

    /// One for each thread; they live as long as this.
    std::vector<Executor*> executors();

    /// What was posted before runs then.
    void start();

    /// Lets the running handlers end, runs no others, joins. Not from one of the threads.
    void stop();

private:
    class Loop;
    std::vector<std::unique_ptr<Loop>> loops_;
};

} // namespace tefuda::server
