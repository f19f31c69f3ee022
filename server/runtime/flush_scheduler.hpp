// Work that is done once, at the end of an event loop's turn.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace tefuda::server {

class Executor;

/// Gathers work during a turn and does it at the turn's end; for example a connection with bytes to send.
class Flushable {
public:
    virtual ~Flushable() = default;
    virtual void flush() = 0;
};

/// Each executor has one. A turn consists of everything that was ready to run when the first object was scheduled.
/// Not thread-safe: only to be used on its executor.
class FlushScheduler {
public:
    /// \param executor must outlive the scheduler
    explicit FlushScheduler(Executor& executor) : executor_(executor) {}
    FlushScheduler(FlushScheduler const&) = delete;
    FlushScheduler& operator=(FlushScheduler const&) = delete;

    /// Flushes the object when this turn ends: once for each call, in the order of the calls. An object that is
    /// scheduled while others are flushed is flushed in the same pass. What `flush` throws is logged.
    void schedule(std::shared_ptr<Flushable> object);

    /// Releases the objects without flushing them. To be called when the executor has stopped.
    void clear() { scheduled_.clear(); }

private:
    void flush_all();

    Executor& executor_;
    std::vector<std::shared_ptr<Flushable>> scheduled_;
};

} // namespace tefuda::server
