#pragma once

#include <chrono>
#include <limits>

namespace tefuda::search {

/// When a search ends: whichever comes first.
struct Budget {
    int iterations = std::numeric_limits<int>::max();
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
};

} // namespace tefuda::search
