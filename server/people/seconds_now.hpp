// The time as it is stored.
#pragma once

#include <cstdint>
#include <ctime>

namespace tefuda::server {

/// Seconds since 1970.
inline std::int64_t seconds_now() {
    return std::time(nullptr);
}

} // namespace tefuda::server
