// Hosts, web origins and forwarded addresses in one normal form each, so that two ways to write one thing are equal.
#pragma once

#include <boost/asio/ip/address.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace tefuda::server {

/// The text of a field of HTTP, or of a part of it, without the spaces and tabs around it.
inline std::string_view trimmed(std::string_view text) {
    auto const first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// A host and its port as Host and Origin name it, in normal form: lower case, without a final dot, an IPv6 address in
/// its shortest form and its brackets.
struct WebHost {
    std::string name;
    unsigned port = 0;
    friend bool operator==(WebHost const&, WebHost const&) = default;
};

enum class WebScheme { http, https };

/// The port that a scheme has where none is written.
unsigned default_port(WebScheme scheme);

/// Reads `cards.example`, `Cards.Example.:8080` or `[2001:DB8::7]:443`. \returns nothing for what is no host
std::optional<WebHost> read_host(std::string_view text, unsigned port_if_none);

/// `cards.example:8080`; without the port where it is the scheme's own.
std::string text_of(WebHost const& host, WebScheme scheme);

/// A page's origin (RFC 6454) of http or https.
struct WebOrigin {
    WebScheme scheme = WebScheme::http;
    WebHost host;
    friend bool operator==(WebOrigin const&, WebOrigin const&) = default;
};

/// Reads `https://cards.example:8080`. \returns nothing for another scheme, and for `null`
std::optional<WebOrigin> read_origin(std::string_view text);

/// Reads one element of X-Forwarded-For: an address, with a port or without, an IPv6 address in brackets or without.
std::optional<boost::asio::ip::address> read_forwarded_address(std::string_view text);

} // namespace tefuda::server
