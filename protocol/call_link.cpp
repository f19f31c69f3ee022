#include "protocol/call_link.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace tefuda {

namespace {

bool is_of_host(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

bool is_of_rest(char c) {
    return c >= '!' && c <= '~' && std::string_view("\"<>\\^`{|}").find(c) == std::string_view::npos;
}

bool is_port(std::string_view text) {
    std::uint16_t port = 0;
    auto const [end, problem] = std::from_chars(text.data(), text.data() + text.size(), port);
    return problem == std::errc() && end == text.data() + text.size() && port > 0;
}

} // namespace

bool is_call_link(std::string_view text) {
    constexpr std::string_view scheme = "https://";
    if (text.size() > max_call_link || !text.starts_with(scheme)) return false;
    text.remove_prefix(scheme.size());
    auto const end = std::min(text.find_first_of("/?#"), text.size());
    auto const rest = text.substr(end);
    auto const place = text.substr(0, end);
    auto const colon = std::min(place.find(':'), place.size());
    auto const host = place.substr(0, colon);
    if (colon < place.size() && !is_port(place.substr(colon + 1))) return false;
    auto const has_dot = host.size() > 2 && host.substr(1, host.size() - 2).find('.') != std::string_view::npos;
    return has_dot && std::ranges::all_of(host, is_of_host) && std::ranges::all_of(rest, is_of_rest);
}

} // namespace tefuda
