// Spans of time as the operator writes them.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tefuda::server {

/// What to say of a `--for` that read_span does not read.
inline constexpr auto bad_span = "--for is a number with s, m, h or d, such as 30m.";

/// `90s`, `30m`, `12h` or `7d`: from one second to ten years. \returns nothing for anything else
std::optional<std::chrono::seconds> read_span(std::string_view text);

/// A span, counted back from `now`, or an ISO date, `2026-11-26`, `2026-11-26T05:00:00Z` or
/// `2026-11-26T07:00:00+02:00`.
/// \param now in seconds since 1970 \returns likewise; nothing for anything else
std::optional<std::int64_t> read_since(std::string const& text, std::int64_t now);

} // namespace tefuda::server
