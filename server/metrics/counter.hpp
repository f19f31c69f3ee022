// Counters, gauges and histograms. All functions are thread-safe, take no lock and cost a few nanoseconds.
// Each value is split into slots: a thread writes to its own slot, and a reader adds all slots up.
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

/// Slots of each counter and histogram. Each slot has a cache line of its own, so that threads do not slow each other
/// down.
inline constexpr std::size_t counter_slots = 16;
/// Shared by all threads that did not get a slot of their own.
inline constexpr std::size_t shared_slot = 0;
inline constexpr std::size_t cache_line = 64;

/// \returns a slot that no other thread has, or `shared_slot` when all are taken. Slots are never given back.
std::size_t new_slot();

/// The calling thread's slot; it never changes.
inline std::size_t own_slot() {
    static thread_local std::size_t const slot = new_slot();
    return slot;
}

/// Adds to a value in a slot.
/// \param slot the calling thread's slot, in which `value` lies
template <class T>
void add_in_slot(std::size_t slot, std::atomic<T>& value, T amount) {
    if (slot == shared_slot) {
        value.fetch_add(amount, std::memory_order_relaxed);
    } else {
        // No other thread writes to this slot, so a load and a store are enough. An atomic addition would be slower: it
        // waits until all earlier stores of this thread are done.
        value.store(value.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
    }
}

} // namespace detail

/// A number that only grows.
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

/// A number that grows and shrinks.
class Gauge {
public:
    void add(std::int64_t count = 1) { value_.fetch_add(count, std::memory_order_relaxed); }
    void subtract(std::int64_t count = 1) { value_.fetch_sub(count, std::memory_order_relaxed); }
    void set(std::int64_t value) { value_.store(value, std::memory_order_relaxed); }
    std::int64_t value() const { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::int64_t> value_ = 0;
};

/// Counts values in buckets by size, and adds them up.
class Histogram {
public:
    /// \param bounds upper bounds (inclusive) of the buckets, ascending; one more bucket takes all greater values.
    /// Not copied: they must outlive the histogram.
    explicit Histogram(std::span<double const> bounds);

    void observe(double value);

    struct Snapshot {
        /// For each bound the number of values up to and including it; at the end the number of all values.
        std::vector<std::uint64_t> cumulative;
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

/// One metric for each value of a described enum. The enum is the label; its wire names are the label's values.
template <class Metric, class Label>
class PerLabel {
public:
    Metric& operator[](Label label) { return metrics_[static_cast<std::size_t>(label)]; }
    Metric const& operator[](Label label) const { return metrics_[static_cast<std::size_t>(label)]; }

private:
    std::array<Metric, WireName<Label>::all.size()> metrics_;
};

} // namespace tefuda::server
