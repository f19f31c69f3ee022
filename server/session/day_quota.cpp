#include "server/session/day_quota.hpp"

#include <algorithm>
#include <cmath>

namespace tefuda::server {

namespace {

constexpr double seconds_a_day = 24 * 60 * 60;

} // namespace

std::optional<std::chrono::milliseconds> DayQuota::take(Daily what, std::string const& address, double amount,
                                                        TimePoint now) {
    auto const kind = static_cast<std::size_t>(what);
    auto const limit = limits_[kind];
    if (!std::isfinite(limit)) return std::nullopt;
    auto const networks = networks_of(address);
    std::lock_guard const lock(mutex_);
    for (auto const& network : networks) {
        auto const most = limit * network.share;
        auto const missing = used_by(network, now).amounts[kind] + amount - most;
        // A fraction of a unit is what rounding leaves.
        if (missing <= 1e-6) continue;
        auto const wait = std::ceil(std::min(missing, most) / most * seconds_a_day * 1000);
        return std::chrono::milliseconds(static_cast<std::int64_t>(wait));
    }
    for (auto const& network : networks) used_by(network, now).amounts[kind] += amount;
    return std::nullopt;
}

void DayQuota::charge(Daily what, std::string const& address, double amount, TimePoint now) {
    auto const kind = static_cast<std::size_t>(what);
    if (!std::isfinite(limits_[kind])) return;
    auto const networks = networks_of(address);
    std::lock_guard const lock(mutex_);
    for (auto const& network : networks) {
        auto& used = used_by(network, now).amounts[kind];
        used = std::min(limits_[kind] * network.share, used + amount);
    }
}

void DayQuota::give_back(Daily what, std::string const& address, double amount, TimePoint now) {
    std::lock_guard const lock(mutex_);
    for (auto const& network : networks_of(address)) {
        auto const found = used_.find(network.name);
        if (found == used_.end()) continue;
        restore(found->second, now);
        auto& used = found->second.amounts[static_cast<std::size_t>(what)];
        used = std::max(0.0, used - amount);
    }
}

DayQuota::Used& DayQuota::used_by(CountedNetwork const& network, TimePoint now) {
    sweep_.before_insertion(used_, [&](auto& each) {
        restore(each.second, now);
        return std::ranges::all_of(each.second.amounts, [](double amount) { return amount == 0; });
    });
    auto& used = used_.try_emplace(network.name, Used{{}, now, network.share}).first->second;
    restore(used, now);
    return used;
}

void DayQuota::restore(Used& used, TimePoint now) const {
    auto const days = std::chrono::duration<double>(now - used.at).count() / seconds_a_day;
    if (days <= 0) return;
    used.at = now;
    for (std::size_t kind = 0; kind < kinds; ++kind)
        if (std::isfinite(limits_[kind]))
            used.amounts[kind] = std::max(0.0, used.amounts[kind] - limits_[kind] * used.share * days);
}

} // namespace tefuda::server
