// The time, as the Runtime tells it. From any thread.
#pragma once

#include <chrono>
#include <cstdint>

namespace tefuda::server {

using SteadyTime = std::chrono::steady_clock::time_point;
using WallTime = std::chrono::system_clock::time_point;

/// As Runtime::steady_now.
SteadyTime steady_now();
/// As Runtime::wall_now.
WallTime wall_now();
/// The same, since 1970.
std::int64_t seconds_now();
std::int64_t microseconds_now();
/// As Runtime::sleep_for.
void sleep_for(std::chrono::milliseconds time);

} // namespace tefuda::server
