#include "server/metrics/metrics_access.hpp"

#include <charconv>

#include <arpa/inet.h>

namespace tefuda::server {

namespace {

bool bit(Network::Address const& address, std::size_t i) {
    return (address[i / 8] >> (7 - i % 8) & 1) != 0;
}

} // namespace

std::optional<Network> Network::parse(std::string const& text) {
    constexpr std::size_t all = 128;
    constexpr std::size_t v4 = 32;
    auto const slash = text.find('/');
    auto const name = text.substr(0, slash);
    Network network;
    auto is_v4 = false;
    if (inet_pton(AF_INET6, name.c_str(), network.address_.data()) != 1) {
        network.address_ = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
        is_v4 = inet_pton(AF_INET, name.c_str(), network.address_.data() + 12) == 1;
        if (!is_v4) return std::nullopt;
    }
    auto bits = is_v4 ? v4 : all;
    if (slash != std::string::npos) {
        auto const most = bits;
        auto const* const end = text.data() + text.size();
        auto const [stop, error] = std::from_chars(text.data() + slash + 1, end, bits);
        if (error != std::errc() || stop != end || bits > most) return std::nullopt;
    }
    network.bits_ = is_v4 ? all - v4 + bits : bits;
    for (auto i = network.bits_; i < all; ++i)
        if (bit(network.address_, i)) return std::nullopt;
    return network;
}

bool Network::has(Address const& address) const {
    for (std::size_t i = 0; i < bits_; ++i)
        if (bit(address_, i) != bit(address, i)) return false;
    return true;
}

} // namespace tefuda::server
