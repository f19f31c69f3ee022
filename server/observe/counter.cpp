#include "server/observe/counter.hpp"

#include <algorithm>

namespace tefuda::server {

std::size_t detail::own_slot() {
    static std::atomic<std::size_t> next = 0;
    thread_local std::size_t const slot = next.fetch_add(1, std::memory_order_relaxed) % counter_slots;
    return slot;
}

std::uint64_t Counter::value() const {
    std::uint64_t sum = 0;
    for (auto const& slot : slots_) sum += slot.count.load(std::memory_order_relaxed);
    return sum;
}

Histogram::Histogram(std::span<double const> bounds) : bounds_(bounds) {
    for (auto& slot : slots_) slot.counts = std::vector<std::atomic<std::uint64_t>>(bounds.size() + 1);
}

void Histogram::observe(double size) {
    auto& slot = slots_[detail::own_slot()];
    auto const bucket = std::ranges::lower_bound(bounds_, size) - bounds_.begin();
    slot.counts[static_cast<std::size_t>(bucket)].fetch_add(1, std::memory_order_relaxed);
    slot.sum.fetch_add(size, std::memory_order_relaxed);
}

Histogram::Snapshot Histogram::snapshot() const {
    Snapshot all{std::vector<std::uint64_t>(bounds_.size() + 1), 0};
    for (auto const& slot : slots_) {
        std::uint64_t up_to = 0;
        for (std::size_t i = 0; i < all.up_to.size(); ++i)
            all.up_to[i] += up_to += slot.counts[i].load(std::memory_order_relaxed);
        all.sum += slot.sum.load(std::memory_order_relaxed);
    }
    return all;
}

} // namespace tefuda::server
