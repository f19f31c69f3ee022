// How many rooms each address has in memory.
#pragma once

#include "server/runtime/networks.hpp"

#include <string>
#include <unordered_map>

namespace tefuda::server {

/// Rooms that an address has made or woken. Rooms of nobody (the empty address: they came back with the server) are not
/// counted. Not thread-safe.
class AddressShares {
public:
    void add(std::string const& address) {
        if (address.empty()) return;
        for (auto const& network : networks_of(address)) ++rooms_[network.name];
    }

    /// \pre the room was added
    void remove(std::string const& address) {
        if (address.empty()) return;
        for (auto const& network : networks_of(address)) {
            auto const found = rooms_.find(network.name);
            if (found != rooms_.end() && --found->second == 0) rooms_.erase(found);
        }
    }

    /// How many the widest network around the address has.
    int of(std::string const& address) const { return in(widest_network_of(address)); }
    /// Whether the address or a network around it has so many that it may have no other.
    bool has_its_share(std::string const& address, int most) const {
        auto const networks = networks_of(address);
        return std::ranges::any_of(
            networks, [&](CountedNetwork const& network) { return in(network.name) / network.share >= most; });
    }

private:
    int in(std::string const& network) const {
        auto const found = rooms_.find(network);
        return found == rooms_.end() ? 0 : found->second;
    }

    std::unordered_map<std::string, int> rooms_;
};

} // namespace tefuda::server
