#include "server/metrics/failure_log.hpp"

#include <spdlog/spdlog.h>

#include <atomic>
#include <chrono>

namespace tefuda::server {

void log_failure(std::string_view what, std::exception const& problem) noexcept {
    using Clock = std::chrono::steady_clock;
    static std::atomic<Clock::rep> last_line = 0;
    static std::atomic<int> left_out = 0;
    auto const now = Clock::now().time_since_epoch();
    auto last = last_line.load();
    auto const is_due = last == 0 || now - Clock::duration(last) >= std::chrono::seconds(1);
    if (!is_due || !last_line.compare_exchange_strong(last, now.count())) {
        ++left_out;
        return;
    }
    auto const missing = left_out.exchange(0);
    // spdlog catches what a sink throws.
    if (missing == 0)
        spdlog::error("{}: {}", what, problem.what());
    else
        spdlog::error("{}: {} (and {} failures like it before)", what, problem.what(), missing);
}

} // namespace tefuda::server
