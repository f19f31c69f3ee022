// The text of a field of HTTP, or of a part of it.
#pragma once

#include <string_view>

namespace tefuda::server {

/// Without the spaces and tabs around it.
inline std::string_view trimmed(std::string_view text) {
    auto const first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

} // namespace tefuda::server
