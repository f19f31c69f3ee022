#pragma once

#include <atomic>
#include <chrono>
#include <limits>

namespace tefuda::search {

/// When a search ends: whichever comes first.
struct Budget {
    int iterations = std::numeric_limits<int>::max();
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
    /// Where there is one: whether nobody waits for an answer any more.
    std::atomic<bool> const* cancelled = nullptr;

    /// Whether to end now, however few iterations were made.
    bool is_over() const { return (cancelled && *cancelled) || std::chrono::steady_clock::now() >= until; }
};

} // namespace tefuda::search
