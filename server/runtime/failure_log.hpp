// Logs failures that may come in masses, such as memory that runs out while clients go on sending.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <string_view>

namespace tefuda::server {

/// Lines at level error, not more often than one each pause; a line says how many were left out before it. Never
/// throws. Thread-safe.
class FailureLog {
public:
    using Clock = std::chrono::steady_clock;

    explicit constexpr FailureLog(std::chrono::seconds pause) : pause_(pause) {}

    /// \param what a sentence without its full stop, constant
    void operator()(std::string_view what, std::string_view why) noexcept;
    void operator()(std::string_view what, std::exception const& problem) noexcept { (*this)(what, problem.what()); }

private:
    Clock::duration const pause_;
    std::atomic<Clock::rep> last_line_ = 0;
    std::atomic<int> left_out_ = 0;
};

/// As a FailureLog that all share, with one line a second.
void log_failure(std::string_view what, std::exception const& problem) noexcept;

} // namespace tefuda::server
