// What is needed soon and lies far apart.
#pragma once

#include <cstddef>

namespace tefuda {

/// Has these bytes come from memory to the processor, while the caller does something else.
inline void fetch(void const* begin, std::size_t size) {
    constexpr std::size_t line = 64;
    auto const* const first = static_cast<char const*>(begin);
    for (std::size_t at = 0; at < size; at += line) __builtin_prefetch(first + at);
}

} // namespace tefuda
