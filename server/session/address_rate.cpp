#include "server/session/address_rate.hpp"

#include "server/runtime/networks.hpp"

namespace tefuda::server {

std::optional<std::chrono::milliseconds> AddressRate::take(std::string const& address, TokenBucket::TimePoint now) {
    auto const networks = networks_of(address);
    std::lock_guard const lock(mutex_);
    sweep_.before_insertion(buckets_, [now](auto& each) { return each.second.is_full(now); });
    for (auto network = networks.begin(); network != networks.end(); ++network) {
        Rate const rate{rate_.a_second * network->share, rate_.burst * network->share};
        auto& bucket = buckets_.try_emplace(network->name, rate).first->second;
        if (bucket.take(now)) continue;
        while (network != networks.begin()) give_back_to((--network)->name);
        return bucket.wait();
    }
    return std::nullopt;
}

void AddressRate::give_back(std::string const& address) {
    std::lock_guard const lock(mutex_);
    for (auto const& network : networks_of(address)) give_back_to(network.name);
}

void AddressRate::give_back_to(std::string const& network) {
    if (auto const found = buckets_.find(network); found != buckets_.end()) found->second.give_back();
}

} // namespace tefuda::server
