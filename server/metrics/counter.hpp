// What can be measured: counters, gauges and histograms. All functions may be called from any thread, take no lock and
// cost a few nanoseconds.
#pragma once

#include "rules/core/wire_name.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tefuda::server {

namespace detail {

/// Threads that count at once write to different cache lines.
inline constexpr std::size_t counter_slots = 16;
/// Each of the others is one thread's own.
inline constexpr std::size_t shared_slot = 0;
inline constexpr std::size_t cache_line = 64;

std::size_t new_slot();

/// The caller's slot, the same for the whole life of its thread.
inline std::size_t own_slot() {
    static thread_local std::size_t const slot = new_slot();
    return slot;
}

/// Adds to what is counted in the caller's slot.
template <class T>
void add_in_slot(std::size_t slot, std::atomic<T>& counted, T more) {
    if (slot == shared_slot) {
        counted.fetch_add(more, std::memory_order_relaxed);
    } else {
        // Nobody else writes here. An atomic addition would wait for all that was stored before.
        counted.store(counted.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
    }
}

} // namespace detail

/// Only grows.
class Counter {
public:
    void add(std::uint64_t count = 1) {
        auto const slot = detail::own_slot();
        detail::add_in_slot(slot, slots_[slot].count, count);
    }
    std::uint64_t value() const;

private:
    struct alignas(detail::cache_line) Slot {
        std::atomic<std::uint64_t> count = 0;
    };
    std::array<Slot, detail::counter_slots> slots_;
};

/// Goes up and down.
class Gauge {
public:
    void add(std::int64_t count = 1) { value_.fetch_add(count, std::memory_order_relaxed); }
    void subtract(std::int64_t count = 1) { value_.fetch_sub(count, std::memory_order_relaxed); }
    std::int64_t value() const { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::int64_t> value_ = 0;
};

/// How often which sizes came.
class Histogram {
public:
    /// \param bounds the upper bounds (inclusive) of the buckets, ascending; whatever is beyond them is counted too.
    /// They must outlive the histogram.
    explicit Histogram(std::span<double const> bounds);

    void observe(double size);

    struct Snapshot {
        /// How many were at most as large as each bound; then how many in all.
        std::vector<std::uint64_t> up_to;
        double sum = 0;
    };
    std::span<double const> bounds() const { return bounds_; }
    Snapshot snapshot() const;

private:
    struct alignas(detail::cache_line) Slot {
        std::vector<std::atomic<std::uint64_t>> counts;
        std::atomic<double> sum = 0;
    };
    std::span<double const> bounds_;
    std::array<Slot, detail::counter_slots> slots_;
};

/// One for each value of a described enum, which is the label's value.
template <class Metric, class Label>
class PerLabel {
public:
    Metric& operator[](Label label) { return metrics_[static_cast<std::size_t>(label)]; }
    Metric const& operator[](Label label) const { return metrics_[static_cast<std::size_t>(label)]; }

private:
    std::array<Metric, WireName<Label>::all.size()> metrics_;
};

} // namespace tefuda::server
