// Logs failures that may come in masses, such as memory that runs out while clients go on sending.
#pragma once

#include <exception>
#include <string_view>

namespace tefuda::server {

/// Logs one line a second at most, at level error; a line says how many were left out before it. Never throws.
/// Thread-safe.
/// \param what a sentence without its full stop, constant
void log_failure(std::string_view what, std::exception const& problem) noexcept;

} // namespace tefuda::server
