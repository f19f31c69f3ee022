#include "server/net/metrics_access.hpp"

#include "server/net/peer.hpp"

#include <boost/beast/core/string.hpp>
#include <openssl/crypto.h>

#include <array>
#include <string>

#include <unistd.h>

namespace tefuda::server {

namespace {

namespace ip = boost::asio::ip;
namespace beast = boost::beast;

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

bool is_near(ip::address const& address) {
    return address.is_v4() ? is_near(address.to_v4()) : is_near(address.to_v6());
}

std::string own_name() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// Whether this host is the machine's own name, localhost, or a near address.
bool is_own_host(std::string_view host) {
    auto const name = host_without_port(host);
    if (beast::iequals(name, "localhost") || (!name.empty() && beast::iequals(name, own_name()))) return true;
    auto const bare = name.starts_with('[') && name.ends_with(']') ? name.substr(1, name.size() - 2) : name;
    boost::system::error_code error;
    auto const address = ip::make_address(std::string(bare), error);
    return !error && is_near(address);
}

bool has_token(std::string_view authorization, std::string_view token) {
    constexpr std::string_view scheme = "Bearer ";
    if (token.empty() || authorization.size() != scheme.size() + token.size() ||
        !beast::iequals(authorization.substr(0, scheme.size()), scheme))
        return false;
    // In a time that doesn't tell how much of it is right.
    return CRYPTO_memcmp(authorization.data() + scheme.size(), token.data(), token.size()) == 0;
}

} // namespace

bool may_read_metrics(MetricsAccess access, std::string_view token, MetricsRequest const& request) {
    if (has_token(request.authorization, token)) return true;
    switch (access) {
    case MetricsAccess::nobody:
        return false;
    case MetricsAccess::near:
        return !request.forwarded && is_near(request.peer) && is_own_host(request.host);
    case MetricsAccess::anybody:
        return true;
    }
    return false;
}

} // namespace tefuda::server
