// The time, as the Runtime tells it. From any thread.
#pragma once

#include "server/runtime/time.hpp"

#include <chrono>

namespace tefuda::server {

/// As Runtime::steady_now.
SteadyTime steady_now();
/// As Runtime::wall_now.
WallTime wall_now();
Moment this_moment();
/// Since 1970.
std::int64_t seconds_now();
/// As Runtime::sleep_for.
void sleep_for(std::chrono::milliseconds time);

} // namespace tefuda::server
