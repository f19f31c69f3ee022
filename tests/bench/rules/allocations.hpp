// Counts this program's allocations, by replacing operator new.
#pragma once

#include <cstdint>

namespace tefuda::bench {

/// The number of allocations since the program started. For programs with one thread.
std::int64_t allocations();

} // namespace tefuda::bench
