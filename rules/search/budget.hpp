#pragma once

#include <atomic>
#include <chrono>
#include <limits>

namespace tefuda::search {

/// The limits of a search. It ends when the first of them is reached.
struct Budget {
    int iterations = std::numeric_limits<int>::max();
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
    /// Optional; set to true by another thread when the result is no longer needed.
    std::atomic<bool> const* cancelled = nullptr;

    /// Whether the time is up or the search was cancelled. Does not count iterations.
    bool is_over() const { return (cancelled && *cancelled) || std::chrono::steady_clock::now() >= until; }
};

} // namespace tefuda::search
