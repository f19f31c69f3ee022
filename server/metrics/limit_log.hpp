// Counts and logs that a client has reached a limit, or was refused.
#pragma once

#include "server/metrics/metrics.hpp"

#include <chrono>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tefuda::server {

/// Which lines are logged: one a minute for each subject and address, so that an attack doesn't fill the log.
/// Thread-safe.
class LimitLog {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// Whether to log a line about this subject and address now. \param subject a name of the server's own
    bool take(std::string_view subject, std::string_view address, TimePoint now);

private:
    static constexpr std::chrono::minutes period{1};
    /// More lines are not logged in a period.
    static constexpr std::size_t max_lines = 1000;

    std::mutex mutex_;
    TimePoint begun_{};
    std::unordered_map<std::string, TimePoint> logged_;
};

/// A client has reached a limit: counts it, and logs it at level info, with the address if addresses may be logged.
/// Thread-safe.
/// \param address as ClientConnection::address; empty if it is not known
void count_limit(Limit limit, std::string_view address);

/// A request was refused: counts it and logs it, one line a minute for each reason. Thread-safe.
/// \param seen what was compared, as the client sent it
void count_refused(RefusedFor reason, std::string_view seen = {});
/// X-Forwarded-For was not read; as `count_refused`. \param seen the field
void count_forwarded_ignored(ForwardedIgnored reason, std::string_view seen);

/// The address for a line of the log; empty where addresses may not be logged.
std::string_view logged_address(std::string_view address);

/// Whether the log may contain the addresses of clients; true at first. Before threads are started.
void set_address_logging(bool allowed);

} // namespace tefuda::server
