// An executor without a thread: it runs every task at once, on the thread that posts it.
#pragma once

#include "server/runtime/executor.hpp"

namespace tefuda::server::test {

/// Thread-safe, because it has no state. Scheduled calls never come.
class InlineExecutor final : public Executor {
public:
    void post(Task task) override { task(); }
    bool here() const override { return true; }
    TimePoint now() const override { return Clock::now(); }
    std::unique_ptr<Timer> schedule(TimePoint, Task) override { return std::make_unique<Timer>(); }

    /// For connections of which a test needs nothing but that they have an executor.
    static InlineExecutor& shared() {
        static InlineExecutor executor;
        return executor;
    }
};

} // namespace tefuda::server::test
