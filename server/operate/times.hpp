// Spans of time as the operator writes them.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace tefuda::server {

/// `90s`, `30m`, `12h` or `7d`: from one second to ten years. \returns nothing for anything else
std::optional<std::chrono::seconds> read_span(std::string_view text);

} // namespace tefuda::server
