#include "server/metrics/counter.hpp"

#include <algorithm>

namespace tefuda::server {

std::size_t detail::new_slot() {
    static std::atomic<std::size_t> next = shared_slot + 1;
    auto const slot = next.fetch_add(1, std::memory_order_relaxed);
    return slot < counter_slots ? slot : shared_slot;
}

std::uint64_t Counter::value() const {
    std::uint64_t sum = 0;
    for (auto const& slot : slots_) sum += slot.count.load(std::memory_order_relaxed);
    return sum;
}

Histogram::Histogram(std::span<double const> bounds) : bounds_(bounds) {
    for (auto& slot : slots_) slot.counts = std::vector<std::atomic<std::uint64_t>>(bounds.size() + 1);
}

void Histogram::observe(double value) {
    auto const own = detail::own_slot();
    auto& slot = slots_[own];
    auto const bucket = std::ranges::lower_bound(bounds_, value) - bounds_.begin();
    detail::add_in_slot(own, slot.counts[static_cast<std::size_t>(bucket)], std::uint64_t(1));
    detail::add_in_slot(own, slot.sum, value);
}

Histogram::Snapshot Histogram::snapshot() const {
    Snapshot total{std::vector<std::uint64_t>(bounds_.size() + 1), 0};
    for (auto const& slot : slots_) {
        std::uint64_t below = 0;
        for (std::size_t i = 0; i < total.cumulative.size(); ++i) {
            below += slot.counts[i].load(std::memory_order_relaxed);
            total.cumulative[i] += below;
        }
        total.sum += slot.sum.load(std::memory_order_relaxed);
    }
    return total;
}

} // namespace tefuda::server
