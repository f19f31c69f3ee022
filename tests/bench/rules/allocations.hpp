// How often this program allocates: its operator new counts.
#pragma once

#include <cstdint>

namespace tefuda::bench {

/// Since the program began.
std::int64_t allocations();

} // namespace tefuda::bench
