// Who may read the metrics.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// Metrics are for the operator: on a server with few players they tell a player what the others do.
enum class MetricsAccess {
    nobody,
    /// This machine alone (its loopback), but not through a proxy.
    near,
    anybody
};

/// A range of IP addresses, as `10.0.0.0/8` or `fd00::/8`.
class Network {
public:
    /// The bytes of an IPv6 address; one of IPv4 is mapped (`::ffff:10.1.2.3`).
    using Address = std::array<unsigned char, 16>;

    /// \param text an address, with a slash and a number of bits or without; without bits it is that address alone
    /// \returns nothing if it is none, or if it has bits behind its prefix
    static std::optional<Network> parse(std::string const& text);

    bool has(Address const& address) const;
    Address const& address() const { return address_; }
    /// How many bits of the address count; 96 more for IPv4.
    std::size_t bits() const { return bits_; }

private:
    Address address_{};
    std::size_t bits_ = 0;
};

/// Whoever one of them allows may read the metrics.
struct MetricsRules {
    MetricsAccess access = MetricsAccess::near;
    /// Who connects from there, but not through a proxy.
    std::vector<Network> from;
    /// A request with this bearer token. Empty: no token is set.
    std::string token;
};

} // namespace tefuda::server
