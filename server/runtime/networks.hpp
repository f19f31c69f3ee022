// The networks that an address belongs to, for limits. A home line has 256 IPv6 networks of 64 bits, and a tunnel from
// a broker 65,536: a limit for each of them alone limits nobody.
#pragma once

#include <boost/asio/ip/address_v6.hpp>
#include <boost/container/static_vector.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

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

} // namespace tefuda::server
