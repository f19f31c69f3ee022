// Random numbers of the operating system: for seeds, tokens and secrets.
#pragma once

#include <cstdint>
#include <span>

namespace tefuda::server {

/// \throws std::runtime_error if there are none
void system_random(std::span<std::uint8_t> bytes);

} // namespace tefuda::server
