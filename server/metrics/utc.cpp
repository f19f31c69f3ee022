#include "server/metrics/utc.hpp"

#include <spdlog/fmt/chrono.h>

namespace tefuda::server {

std::string utc_text(std::chrono::sys_seconds moment, char const* format) {
    // Not by the system's clock: it counts nanoseconds, and ends before the year 2300.
    auto const parts = fmt::gmtime(moment.time_since_epoch().count());
    return fmt::format(fmt::runtime("{:" + std::string(format) + "}"), parts);
}

std::string iso_time(std::chrono::sys_time<std::chrono::milliseconds> moment) {
    auto const second = std::chrono::floor<std::chrono::seconds>(moment);
    return fmt::format("{}.{:03}Z", utc_text(second, "%FT%T"), (moment - second).count());
}

} // namespace tefuda::server
