// Asking for memory before it is needed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tefuda::server {

/// Has these bytes come from memory to the processor, while the caller does something else.
inline void fetch(void const* begin, std::size_t size) {
    constexpr std::uintptr_t line = 64;
    auto const first = reinterpret_cast<std::uintptr_t>(begin);
    for (auto at = first / line * line; at < first + size; at += line)
        __builtin_prefetch(reinterpret_cast<void const*>(at));
}

} // namespace tefuda::server
