#include "server/metrics/utc.hpp"

#include <array>
#include <cstdio>
#include <ctime>

namespace tefuda::server {

std::string utc_text(std::chrono::sys_seconds moment, char const* format) {
    // The system's clock counts nanoseconds: it ends before the year 2300.
    std::time_t const seconds = moment.time_since_epoch().count();
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 64> text{};
    std::strftime(text.data(), text.size(), format, &parts);
    return text.data();
}

std::string iso_time(std::chrono::sys_time<std::chrono::milliseconds> moment) {
    auto const second = std::chrono::floor<std::chrono::seconds>(moment);
    std::array<char, 8> rest{};
    std::snprintf(rest.data(), rest.size(), ".%03dZ", static_cast<int>((moment - second).count()));
    return utc_text(second, "%Y-%m-%dT%H:%M:%S") + rest.data();
}

} // namespace tefuda::server
