// Times, for whoever is told them: clock.hpp reads them.
#pragma once

#include <chrono>
#include <cstdint>

namespace tefuda::server {

using SteadyTime = std::chrono::steady_clock::time_point;
using WallTime = std::chrono::system_clock::time_point;

/// What both clocks show.
struct Moment {
    SteadyTime steady; ///< for how long something takes
    WallTime wall;     ///< may jump

    std::chrono::sys_seconds second() const { return std::chrono::floor<std::chrono::seconds>(wall); }
    /// Since 1970.
    std::int64_t seconds() const { return second().time_since_epoch().count(); }
    std::int64_t microseconds() const {
        return std::chrono::floor<std::chrono::microseconds>(wall).time_since_epoch().count();
    }
};

} // namespace tefuda::server
