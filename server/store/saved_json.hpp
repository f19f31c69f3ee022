// What a store keeps as JSON text.
#pragma once

#include "server/store/change.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

std::string to_json(SavedRoom const& room);
std::string to_json(SavedSetup const& setup);
/// A list of numbers; an empty text if there are none.
std::string banks_to_json(std::span<std::int64_t const> banks);

/// \returns nothing if the text is damaged
std::optional<SavedRoom> read_saved_room(std::string_view text);
/// \returns nothing if the text is damaged
std::optional<SavedSetup> read_saved_setup(std::string_view text);
/// \returns nothing if the text is damaged: if a number is negative or not whole, for example
std::optional<std::vector<std::int64_t>> read_banks(std::string_view text);

} // namespace tefuda::server
