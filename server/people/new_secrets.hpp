// What is made at random: ids, secrets, codes, names.
#pragma once

#include <string>
#include <string_view>

namespace tefuda::server {

/// 12 characters of 0-9a-z.
std::string new_player_id();
/// 256 bits, in hex.
std::string new_secret();
/// 125 bits: five groups of five letters and digits.
std::string new_code();
/// A code as it was made, however it was typed: in capitals or not, full-width, with spaces and any dashes.
std::string plain_code(std::string_view typed);
/// What a store's cookie has in its name: six letters and digits.
std::string new_cookie();
/// As built-in bots have one.
std::string new_name();

} // namespace tefuda::server
