#include "server/net/web_origin.hpp"

#include <boost/algorithm/string/case_conv.hpp>

#include <algorithm>
#include <charconv>
#include <locale>

namespace tefuda::server {

namespace ip = boost::asio::ip;

namespace {

std::string in_lower_case(std::string_view text) {
    return boost::algorithm::to_lower_copy(std::string(text), std::locale::classic());
}

std::optional<ip::address> read_address(std::string_view text) {
    boost::system::error_code error;
    auto const address = ip::make_address(std::string(text), error);
    return error ? std::nullopt : std::optional(address);
}

std::optional<unsigned> read_port(std::string_view digits) {
    unsigned port = 0;
    auto const* const end = digits.data() + digits.size();
    auto const [read_to, error] = std::from_chars(digits.data(), end, port);
    return error == std::errc() && read_to == end && port <= 65'535 ? std::optional(port) : std::nullopt;
}

/// A host as it is written, and what follows its colon; nothing where there is none.
struct Parts {
    std::string_view host;
    std::optional<std::string_view> port{};
};

std::optional<Parts> parts_of(std::string_view text) {
    if (text.starts_with('[')) {
        auto const end = text.find(']');
        if (end == std::string_view::npos) return std::nullopt;
        auto const rest = text.substr(end + 1);
        if (rest.empty()) return Parts{text.substr(0, end + 1)};
        if (rest.front() != ':') return std::nullopt;
        return Parts{text.substr(0, end + 1), rest.substr(1)};
    }
    auto const colon = text.find(':');
    if (colon == std::string_view::npos) return Parts{text};
    return Parts{text.substr(0, colon), text.substr(colon + 1)};
}

std::optional<std::string> normal_name(std::string_view name) {
    if (name.starts_with('[')) {
        auto const address = read_address(name.substr(1, name.size() - 2));
        if (!address || !address->is_v6()) return std::nullopt;
        return std::string("[").append(address->to_string()).append("]");
    }
    if (name.ends_with('.')) name.remove_suffix(1);
    // Nothing that could end the name where it is written into a page or a line.
    constexpr std::string_view others = "-._~";
    auto const is_sign = [&](char sign) {
        auto const byte = static_cast<unsigned char>(sign);
        return (sign >= '0' && sign <= '9') || (sign >= 'a' && sign <= 'z') || byte >= 0x80 ||
               others.find(sign) != std::string_view::npos;
    };
    auto lower = in_lower_case(name);
    if (lower.empty() || !std::ranges::all_of(lower, is_sign)) return std::nullopt;
    return lower;
}

} // namespace

unsigned default_port(WebScheme scheme) {
    return scheme == WebScheme::https ? 443 : 80;
}

std::optional<WebHost> read_host(std::string_view text, unsigned port_if_none) {
    auto const parts = parts_of(trimmed(text));
    if (!parts) return std::nullopt;
    auto name = normal_name(parts->host);
    // RFC 3986, 6.2.3: an empty port is the scheme's own.
    auto const port = !parts->port || parts->port->empty() ? std::optional(port_if_none) : read_port(*parts->port);
    if (!name || !port) return std::nullopt;
    return WebHost{std::move(*name), *port};
}

std::string text_of(WebHost const& host, WebScheme scheme) {
    return host.port == default_port(scheme) ? host.name : host.name + ":" + std::to_string(host.port);
}

std::optional<WebOrigin> read_origin(std::string_view text) {
    text = trimmed(text);
    auto const colon = text.find("://");
    if (colon == std::string_view::npos) return std::nullopt;
    auto const scheme = in_lower_case(text.substr(0, colon));
    if (scheme != "http" && scheme != "https") return std::nullopt;
    WebOrigin origin{scheme == "https" ? WebScheme::https : WebScheme::http, {}};
    auto host = read_host(text.substr(colon + 3), default_port(origin.scheme));
    if (!host) return std::nullopt;
    origin.host = std::move(*host);
    return origin;
}

std::optional<ip::address> read_forwarded_address(std::string_view text) {
    text = trimmed(text);
    if (text.size() > 1 && text.starts_with('"') && text.ends_with('"')) text = text.substr(1, text.size() - 2);
    if (auto const address = read_address(text)) return address;
    auto const parts = parts_of(text);
    if (!parts || (parts->port && !read_port(*parts->port))) return std::nullopt;
    auto const is_in_brackets = parts->host.starts_with('[');
    auto const address = read_address(is_in_brackets ? parts->host.substr(1, parts->host.size() - 2) : parts->host);
    return address && address->is_v6() == is_in_brackets ? address : std::nullopt;
}

} // namespace tefuda::server
