// Which names a player may have.
#pragma once

#include "protocol/codec/text.hpp"

#include <optional>
#include <string_view>

namespace tefuda {

/// \returns a sentence that says why this is no name; nothing where it is one \pre valid UTF-8
inline std::optional<std::string_view> fault_of_name(std::string_view name) {
    if (codec::count_code_points(name) > 24) return "A name has at most 24 characters.";
    if (codec::is_blank(name)) return "A name needs a character that can be seen.";
    if (codec::changes_direction(name)) return "A name has no characters that change the direction of writing.";
    if (codec::hides_characters(name))
        return "A name has no characters that nobody can see, and no more than four marks on one character.";
    return std::nullopt;
}

} // namespace tefuda
