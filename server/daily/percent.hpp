// How a result stands among the others of its board.
#pragma once

#include <cstdint>
#include <optional>

namespace tefuda::server {

/// Results in tenths of a percent, so that sums of them are exact.
using Tenths = std::int64_t;

/// What part of `all` a part is, halves up. \pre all > 0
constexpr Tenths tenths_of(std::int64_t part, std::int64_t all) {
    return (2 * 1000 * part + all) / (2 * all);
}

/// The part of the others that one did better than, ties a half; nothing where there are no others.
constexpr std::optional<Tenths> percent_of(std::int64_t worse, std::int64_t equal, std::int64_t others) {
    return others > 0 ? std::optional(tenths_of(2 * worse + equal, 2 * others)) : std::nullopt;
}

/// The mean, halves up. \pre count > 0
constexpr Tenths mean_of(Tenths sum, std::int64_t count) {
    return (2 * sum + count) / (2 * count);
}

constexpr double percent_in(Tenths tenths) {
    return static_cast<double>(tenths) / 10;
}

} // namespace tefuda::server
