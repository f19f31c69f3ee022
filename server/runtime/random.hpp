// Random numbers for seeds, tokens and secrets.
#pragma once

#include <cstdint>
#include <span>

namespace tefuda::server {

/// As Runtime::random_bytes. From any thread.
void random_bytes(std::span<std::uint8_t> bytes);

} // namespace tefuda::server
