#include "server/operate/times.hpp"

#include <charconv>
#include <cstdint>
#include <ctime>

namespace tefuda::server {

std::optional<std::chrono::seconds> read_span(std::string_view text) {
    constexpr std::int64_t longest = 3650LL * 86'400;
    std::int64_t number = 0;
    auto const* const end = text.data() + text.size();
    auto const [unit, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || end - unit != 1 || number < 1 || number > longest) return std::nullopt;
    auto const length = *unit == 's' ? 1 : *unit == 'm' ? 60 : *unit == 'h' ? 3600 : *unit == 'd' ? 86'400 : 0;
    auto const seconds = number * length;
    if (seconds < 1 || seconds > longest) return std::nullopt;
    return std::chrono::seconds(seconds);
}

std::optional<std::int64_t> read_since(std::string const& text, std::int64_t now) {
    if (auto const span = read_span(text)) return now - span->count();
    // Parts of a second count for nothing.
    auto whole = text;
    if (auto const dot = whole.find('.'); dot != std::string::npos)
        whole.erase(dot, whole.find_first_not_of("0123456789", dot + 1) - dot);
    for (auto const* form : {"%Y-%m-%d", "%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%dT%H:%M%z"}) {
        std::tm parts{};
        auto const* const end = strptime(whole.c_str(), form, &parts);
        if (!end || *end != '\0') continue;
        auto const offset = parts.tm_gmtoff;
        auto const day = parts.tm_mday;
        auto const seconds = timegm(&parts);
        // There is no 31 February.
        return parts.tm_mday == day ? std::optional<std::int64_t>(seconds - offset) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace tefuda::server
