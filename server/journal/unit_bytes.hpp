// Units as bytes, for the log and back.
#pragma once

#include "server/journal/store.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

std::string bytes_of(std::span<Unit const> units);

/// Nothing for what `bytes_of` has not made.
std::optional<std::vector<Unit>> units_of(std::string_view bytes);

} // namespace tefuda::server
