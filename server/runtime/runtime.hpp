// What the server needs of its machine: workers, the time and random bytes. All of it comes from here, so that a
// simulation can give its own.
#pragma once

#include "server/runtime/worker.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace tefuda::server {

using SteadyTime = std::chrono::steady_clock::time_point;
using WallTime = std::chrono::system_clock::time_point;

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
    /// For seeds, tokens and secrets. \throws std::runtime_error if there are none
    virtual void random_bytes(std::span<std::uint8_t> bytes) = 0;
};

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

// As the runtime's.

std::unique_ptr<Worker> make_worker(std::string_view name, Worker::Step step, Priority priority = Priority::normal);
SteadyTime steady_now();
WallTime wall_now();
/// Seconds since 1970, by the machine's clock.
std::int64_t seconds_now();
void random_bytes(std::span<std::uint8_t> bytes);

} // namespace tefuda::server
