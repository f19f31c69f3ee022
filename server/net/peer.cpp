#include "server/net/peer.hpp"

#include "server/net/web_origin.hpp"

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
    for (auto [field, end] = request.equal_range(name); field != end; ++field) value = field->value();
    return last_of_list(value);
}

using boost::beast::iequals;

} // namespace

std::string counted_address(ip::address const& address) {
    if (address.is_v4()) return address.to_string();
    auto v6 = address.to_v6();
    if (v6.is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, v6).to_string();
    auto bytes = v6.to_bytes();
    std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t(0));
    return ip::address_v6(bytes).to_string() + "/64";
}

std::optional<ip::address> forwarded_address(RequestHead const& request) {
    return read_forwarded_address(last_field(request, "X-Forwarded-For"));
}

bool is_https(RequestHead const& request, bool tls, bool trust_forwarded) {
    return tls || (trust_forwarded && iequals(last_field(request, "X-Forwarded-Proto"), "https"));
}

bool is_forwarded(RequestHead const& request) {
    constexpr std::array<std::string_view, 6> names{"Forwarded",      "Via",        "X-Real-IP", "CF-Connecting-IP",
                                                    "True-Client-IP", "X-Client-IP"};
    constexpr std::string_view prefix = "X-Forwarded-";
    return std::ranges::any_of(request, [&](auto const& field) {
        auto const name = field.name_string();
        return iequals(name.substr(0, prefix.size()), prefix) ||
               std::ranges::any_of(names, [&](auto const& one) { return iequals(name, one); });
    });
}

std::string_view host_named_by(RequestHead const& request, bool trust_forwarded) {
    auto const forwarded = trust_forwarded ? last_field(request, "X-Forwarded-Host") : std::string_view();
    return forwarded.empty() ? std::string_view(request[http::field::host]) : forwarded;
}

bool is_allowed_host(std::vector<std::string> const& allowed, std::string_view host) {
    if (allowed.empty()) return true;
    // Ports play no part.
    auto const named = read_host(host, 0);
    return named && std::ranges::any_of(allowed, [&](auto const& name) {
               auto const one = read_host(name, 0);
               return one && one->name == named->name;
           });
}

bool Origins::allow(RequestHead const& request) const {
    auto const count = request.count(http::field::origin);
    if (count == 0) return true;
    if (count > 1) return false;
    auto const field = request[http::field::origin];
    auto const origin = read_origin(field);
    for (auto const& one : allowed)
        if (one == "*" || iequals(one, field) || (origin && read_origin(one) == origin)) return true;
    if (!origin) return false;
    // An attacker in the network can change a page that was sent without encryption.
    if (is_https(request, tls, trust_forwarded) && origin->scheme != WebScheme::https) return false;
    return read_host(host_named_by(request, trust_forwarded), default_port(origin->scheme)) == origin->host;
}

} // namespace tefuda::server
