// The networks that an address belongs to, for limits. A home line has 256 IPv6 networks of 64 bits, and a tunnel from
// a broker 65,536: a limit for each of them alone limits nobody.
#pragma once

#include "server/runtime/until_there_is_memory.hpp"

#include <boost/asio/ip/address_v6.hpp>
#include <boost/container/static_vector.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace tefuda::server {

/// An address as limits count it, or a network around it.
struct CountedNetwork {
    std::string name;
    /// How many times as much as one address it may use.
    int share;
};

using CountedNetworks = boost::container::static_vector<CountedNetwork, 3>;

/// The address first, the widest network last; an address of another form than `2001:db8::/64` is its only network.
/// \param address in the form of counted_address (server/net/peer.hpp)
inline CountedNetworks networks_of(std::string const& address) {
    CountedNetworks networks{{address, 1}};
    constexpr std::string_view ending = "/64";
    if (!address.ends_with(ending)) return networks;
    boost::system::error_code error;
    auto const v6 = boost::asio::ip::make_address_v6(address.substr(0, address.size() - ending.size()), error);
    if (error) return networks;
    auto bytes = v6.to_bytes();
    for (auto const& [bits, share] : {std::pair(56, 2), std::pair(48, 4)}) {
        std::fill(bytes.begin() + bits / 8, bytes.end(), std::uint8_t(0));
        networks.push_back({boost::asio::ip::address_v6(bytes).to_string() + "/" + std::to_string(bits), share});
    }
    return networks;
}

/// The name of the widest one.
inline std::string widest_network_of(std::string const& address) {
    return networks_of(address).back().name;
}

/// How many of something each address has, and each network around it. What is nobody's (the empty address) is not
/// counted. Not thread-safe.
class NetworkCounts {
public:
    /// \throws std::bad_alloc where nothing is counted
    void add(std::string const& address) {
        if (address.empty()) return;
        auto const networks = networks_of(address);
        for (auto const& network : networks) counts_.try_emplace(network.name, 0);
        for (auto const& network : networks) ++counts_.at(network.name);
    }

    /// \pre it was added
    void remove(std::string const& address) {
        if (address.empty()) return;
        for (auto const& network : until_there_is_memory([&] { return networks_of(address); })) {
            auto const found = counts_.find(network.name);
            if (found != counts_.end() && --found->second == 0) counts_.erase(found);
        }
    }

    /// How many the widest network around the address has.
    std::size_t of(std::string const& address) const { return in(widest_network_of(address)); }
    /// Whether the address or a network around it has so many that it may have no other.
    bool has_its_share(std::string const& address, std::size_t most) const {
        auto const networks = networks_of(address);
        return std::ranges::any_of(networks, [&](CountedNetwork const& network) {
            return in(network.name) / static_cast<std::size_t>(network.share) >= most;
        });
    }

private:
    std::size_t in(std::string const& network) const {
        auto const found = counts_.find(network);
        return found == counts_.end() ? 0 : found->second;
    }

    std::unordered_map<std::string, std::size_t> counts_;
};

} // namespace tefuda::server
