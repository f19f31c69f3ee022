#include "server/operate/times.hpp"

#include <charconv>
#include <cstdint>

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

} // namespace tefuda::server
