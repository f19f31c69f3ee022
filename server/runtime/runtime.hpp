// What the server needs of its machine: workers, the time and random bytes. All of it comes from here, so that a
// simulation can give its own.
#pragma once

#include "server/runtime/clock.hpp"
#include "server/runtime/worker.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace tefuda::server {

/// Thread-safe.
class Runtime {
public:
    virtual ~Runtime() = default;

    /// \param name of at most 15 characters, for the log and the system's tools \throws std::runtime_error where no
    /// thread can be started
    virtual std::unique_ptr<Worker> make_worker(std::string_view name, Worker::Step step, Priority priority) = 0;
    /// Goes on while the process runs; its beginning is arbitrary.
    virtual SteadyTime steady_now() = 0;
    /// The machine's clock, which may jump.
    virtual WallTime wall_now() = 0;
    /// Blocks; for workers.
    virtual void sleep_for(std::chrono::milliseconds time) = 0;
    /// For seeds, tokens and secrets. \throws std::runtime_error if there are none
    virtual void random_bytes(std::span<std::uint8_t> bytes) = 0;
};

Runtime& machine_runtime();

/// While it lives, what this thread makes and asks belongs to this runtime; without one, to the machine's. For
/// simulations, whose servers all run on one thread.
class RuntimeScope {
public:
    /// \param runtime must outlive this object
    explicit RuntimeScope(Runtime& runtime);
    ~RuntimeScope();
    RuntimeScope(RuntimeScope const&) = delete;
    RuntimeScope& operator=(RuntimeScope const&) = delete;

private:
    Runtime* const before_;
};

} // namespace tefuda::server
