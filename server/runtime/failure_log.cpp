#include "server/runtime/failure_log.hpp"

#include <spdlog/spdlog.h>

namespace tefuda::server {

namespace {

FailureLog shared_log(std::chrono::seconds(1));

} // namespace

void FailureLog::operator()(std::string_view what, std::string_view why) noexcept {
    auto const now = Clock::now().time_since_epoch();
    auto last = last_line_.load();
    auto const is_due = last == 0 || now - Clock::duration(last) >= pause_;
    if (!is_due || !last_line_.compare_exchange_strong(last, now.count())) {
        ++left_out_;
        return;
    }
    auto const missing = left_out_.exchange(0);
    // spdlog catches what a sink throws.
    if (missing == 0)
        spdlog::error("{}: {}", what, why);
    else
        spdlog::error("{}: {} (and {} failures like it before)", what, why, missing);
}

void log_failure(std::string_view what, std::exception const& problem) noexcept {
    shared_log(what, problem);
}

} // namespace tefuda::server
