#pragma once

#include <string_view>

namespace tefuda::server {

/// Whether the text ends in the middle of a UTF-8 character.
/// \pre all before its last character is UTF-8
bool ends_within_character(std::string_view text);

} // namespace tefuda::server
