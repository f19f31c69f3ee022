// What is logged during a test, kept or not logged at all.
#pragma once

#include "server/metrics/logging.hpp"

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <sstream>

namespace tefuda::server::test {

/// spdlog makes its registry before any test begins a thread: ThreadSanitizer does not see how Debian's library keeps
/// threads apart in it.
inline auto const first_logger = spdlog::default_logger();

/// Keeps all lines while it lives, in one format.
class KeptLog {
public:
    explicit KeptLog(LogFormat format) : before_(spdlog::default_logger()) {
        auto const sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(text_);
        sink->set_formatter(make_log_formatter(format));
        spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", sink));
    }
    ~KeptLog() { spdlog::set_default_logger(before_); }

    std::string text() const { return text_.str(); }

private:
    std::shared_ptr<spdlog::logger> before_;
    std::ostringstream text_;
};

/// Nothing is logged while it lives.
class QuietLog {
public:
    QuietLog() : before_(spdlog::get_level()) { spdlog::set_level(spdlog::level::off); }
    ~QuietLog() { spdlog::set_level(before_); }
    QuietLog(QuietLog const&) = delete;
    QuietLog& operator=(QuietLog const&) = delete;

private:
    spdlog::level::level_enum before_;
};

} // namespace tefuda::server::test
