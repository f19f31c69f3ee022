// Time that passes when the test says so.
#pragma once

#include "server/runtime/runtime.hpp"

#include <atomic>
#include <chrono>

namespace tefuda::server::test {

/// While it lives, the time of the test's thread, and of all workers that are made on it. To be made before them.
class FakeTime final : public Runtime {
public:
    void pass(std::chrono::milliseconds time) { passed_ = passed_.load() + time; }
    /// Somebody puts the machine's clock on, or back.
    void put_clock_on(std::chrono::seconds by) { put_on_ = put_on_.load() + by; }

    std::unique_ptr<Worker> make_worker(std::string_view name, Worker::Step step, Priority priority) override {
        auto const step_here = [this, step = std::move(step)] {
            RuntimeScope const scope(*this);
            return step();
        };
        return machine_runtime().make_worker(name, step_here, priority);
    }
    // The machine's at the beginning: workers wait for it, and none may wait for what is long past.
    SteadyTime steady_now() override { return steady_ + passed_.load(); }
    WallTime wall_now() override { return wall_ + passed_.load() + put_on_.load(); }
    void sleep_for(std::chrono::milliseconds time) override { pass(time); }
    void random_bytes(std::span<std::uint8_t> bytes) override { machine_runtime().random_bytes(bytes); }

private:
    SteadyTime const steady_ = machine_runtime().steady_now();
    WallTime const wall_ = machine_runtime().wall_now();
    std::atomic<std::chrono::milliseconds> passed_{};
    std::atomic<std::chrono::seconds> put_on_{};
    RuntimeScope const scope_{*this};
};

} // namespace tefuda::server::test
