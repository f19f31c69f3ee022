#include "server/net/metrics_access.hpp"

namespace tefuda::server {

namespace {

namespace ip = boost::asio::ip;

struct Network {
    unsigned address;
    int prefix;
};

/// Loopback (RFC 1122), private (RFC 1918) and link-local (RFC 3927) addresses.
constexpr Network private_v4[]{{0x7f000000, 8}, {0x0a000000, 8}, {0xac100000, 12}, {0xc0a80000, 16}, {0xa9fe0000, 16}};

bool is_near(ip::address_v4 const& address) {
    for (auto const& network : private_v4)
        if ((address.to_uint() ^ network.address) >> (32 - network.prefix) == 0) return true;
    return false;
}

bool is_near(ip::address_v6 const& address) {
    if (address.is_v4_mapped()) return is_near(ip::make_address_v4(ip::v4_mapped, address));
    auto const unique_local = (address.to_bytes()[0] & 0xfe) == 0xfc;
    return address.is_loopback() || address.is_link_local() || unique_local;
}

} // namespace

bool may_read_metrics(MetricsAccess access, ip::address const& peer, bool forwarded) {
    switch (access) {
    case MetricsAccess::nobody:
        return false;
    case MetricsAccess::near:
        return !forwarded && (peer.is_v4() ? is_near(peer.to_v4()) : is_near(peer.to_v6()));
    case MetricsAccess::anybody:
        return true;
    }
    return false;
}

} // namespace tefuda::server
