#include "server/net/metrics_access.hpp"

#include "server/net/web_origin.hpp"

#include <boost/beast/core/string.hpp>
#include <openssl/crypto.h>

#include <algorithm>
#include <string>

namespace tefuda::server {

namespace {

namespace ip = boost::asio::ip;
namespace beast = boost::beast;

Network::Address bytes_of(ip::address const& address) {
    auto const v6 = address.is_v6() ? address.to_v6() : ip::make_address_v6(ip::v4_mapped, address.to_v4());
    return v6.to_bytes();
}

bool is_loopback(ip::address const& address) {
    auto const is_mapped = address.is_v6() && address.to_v6().is_v4_mapped();
    return is_mapped ? ip::make_address_v4(ip::v4_mapped, address.to_v6()).is_loopback() : address.is_loopback();
}

/// Whether this host is localhost or a loopback address.
bool is_own_host(std::string_view host) {
    auto const read = read_host(host, 0);
    if (!read) return false;
    std::string_view const name = read->name;
    if (name == "localhost") return true;
    auto const bare = name.starts_with('[') ? name.substr(1, name.size() - 2) : name;
    boost::system::error_code error;
    auto const address = ip::make_address(std::string(bare), error);
    return !error && is_loopback(address);
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

bool may_read_metrics(MetricsRules const& rules, MetricsRequest const& request) {
    if (rules.access == MetricsAccess::anybody || has_token(request.authorization, rules.token)) return true;
    if (request.forwarded) return false;
    if (std::ranges::any_of(rules.from, [&](auto const& network) { return network.has(bytes_of(request.peer)); }))
        return true;
    return rules.access == MetricsAccess::near && is_loopback(request.peer) && is_own_host(request.host);
}

} // namespace tefuda::server
