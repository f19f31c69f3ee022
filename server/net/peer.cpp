#include "server/net/peer.hpp"

#include "server/net/trimmed.hpp"

#include <boost/beast/core/string.hpp>

#include <algorithm>
#include <array>

namespace tefuda::server {

namespace http = boost::beast::http;
namespace ip = boost::asio::ip;

namespace {

std::string_view last_of_list(std::string_view list) {
    auto const comma = list.rfind(',');
    return trimmed(comma == std::string_view::npos ? list : list.substr(comma + 1));
}

/// The last element of the last field with this name: the nearest proxy has written it.
std::string_view last_field(RequestHead const& request, std::string_view name) {
    std::string_view value;
    for (auto [field, end] = request.equal_range(boost::beast::string_view(name.data(), name.size())); field != end;
         ++field)
        value = {field->value().data(), field->value().size()};
    return last_of_list(value);
}

bool same(std::string_view one, std::string_view other) {
    return boost::beast::iequals({one.data(), one.size()}, {other.data(), other.size()});
}

/// Host and port of `https://host:port`; empty if the origin has another form (for example `null`).
std::string_view host_of(std::string_view origin) {
    auto const scheme = origin.find("://");
    return scheme == std::string_view::npos ? std::string_view() : origin.substr(scheme + 3);
}

} // namespace

std::string counted_address(ip::address const& address) {
    if (address.is_v4()) return address.to_string();
    auto v6 = address.to_v6();
    if (v6.is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, v6).to_string();
    auto bytes = v6.to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t(0));
    return ip::address_v6(bytes).to_string() + "/64";
}

std::string forwarded_address(RequestHead const& request, ip::address const& peer) {
    boost::system::error_code error;
    auto const address = ip::make_address(std::string(last_field(request, "X-Forwarded-For")), error);
    return counted_address(error ? peer : address);
}

bool is_forwarded(RequestHead const& request) {
    constexpr std::array<std::string_view, 6> names{"Forwarded",      "Via",        "X-Real-IP", "CF-Connecting-IP",
                                                    "True-Client-IP", "X-Client-IP"};
    constexpr std::string_view prefix = "X-Forwarded-";
    return std::ranges::any_of(request, [&](auto const& field) {
        std::string_view const name(field.name_string().data(), field.name_string().size());
        return same(name.substr(0, prefix.size()), prefix) ||
               std::ranges::any_of(names, [&](auto const& one) { return same(name, one); });
    });
}

std::string_view host_without_port(std::string_view host) {
    auto const colon = host.rfind(':');
    auto const bracket = host.rfind(']');
    if (colon == std::string_view::npos || (bracket != std::string_view::npos && colon < bracket)) return host;
    return host.substr(0, colon);
}

std::string_view host_named_by(RequestHead const& request, bool trust_forwarded) {
    auto const own = request[http::field::host];
    auto const forwarded = trust_forwarded ? last_field(request, "X-Forwarded-Host") : std::string_view();
    return forwarded.empty() ? std::string_view(own.data(), own.size()) : forwarded;
}

bool is_allowed_host(std::vector<std::string> const& allowed, std::string_view host) {
    return allowed.empty() ||
           std::ranges::any_of(allowed, [&](auto const& name) { return same(name, host_without_port(host)); });
}

bool Origins::allow(RequestHead const& request) const {
    auto const count = request.count(http::field::origin);
    if (count == 0) return true;
    if (count > 1) return false;
    auto const field = request[http::field::origin];
    std::string_view const origin(field.data(), field.size());
    for (auto const& one : allowed)
        if (one == "*" || same(one, origin)) return true;
    // An attacker in the network can change a page that was sent without encryption.
    auto const https = tls || (trust_forwarded && same(last_field(request, "X-Forwarded-Proto"), "https"));
    if (https && !same(origin.substr(0, 8), "https://")) return false;
    return same(host_of(origin), host_named_by(request, trust_forwarded));
}

} // namespace tefuda::server
