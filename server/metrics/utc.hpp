// Moments as text, in UTC.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace tefuda::server {

/// A moment as it is stored. \param seconds since 1970
inline std::chrono::sys_seconds at_second(std::int64_t seconds) {
    return std::chrono::sys_seconds(std::chrono::seconds(seconds));
}

/// \param format as for strftime, a literal; names are English, because the server never sets a locale
std::string utc_text(std::chrono::sys_seconds moment, char const* format);

/// As 2026-11-26.
inline std::string utc_date(std::chrono::sys_seconds moment) {
    return utc_text(moment, "%Y-%m-%d");
}

/// As 2026-11-26T05:00:00Z.
inline std::string iso_time(std::chrono::sys_seconds moment) {
    return utc_text(moment, "%Y-%m-%dT%H:%M:%SZ");
}

/// As 2026-11-26T05:00:00.123Z.
std::string iso_time(std::chrono::sys_time<std::chrono::milliseconds> moment);

} // namespace tefuda::server
