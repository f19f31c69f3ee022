// Which names a player may have.
#pragma once

#include "protocol/codec/text.hpp"

#include <boost/describe/enum.hpp>

#include <optional>
#include <string_view>

namespace tefuda {

/// What is wrong with a name: it has no character, or too many; it has none that can be seen; it has one that controls
/// a line or a terminal, that nobody can see, or that changes the direction of writing; or too many marks stand on one
/// character.
enum class NameFault { empty, too_long, blank, control, invisible, direction, marks };
BOOST_DESCRIBE_ENUM(NameFault, empty, too_long, blank, control, invisible, direction, marks)

/// \returns what is wrong with this name; nothing where it is one \pre valid UTF-8
inline std::optional<NameFault> fault_of_name(std::string_view name) {
    if (name.empty()) return NameFault::empty;
    if (codec::count_code_points(name) > 24) return NameFault::too_long;
    if (codec::is_blank(name)) return NameFault::blank;
    if (codec::has_control_characters(name) || codec::ends_lines(name)) return NameFault::control;
    if (codec::changes_direction(name)) return NameFault::direction;
    if (codec::hides_characters(name)) return NameFault::invisible;
    if (codec::has_too_many_marks(name)) return NameFault::marks;
    return std::nullopt;
}

/// It as a sentence.
inline std::string_view sentence_of(NameFault fault) {
    switch (fault) {
    case NameFault::empty:
        return "A name has at least one character.";
    case NameFault::too_long:
        return "A name has at most 24 characters.";
    case NameFault::blank:
        return "A name needs a character that can be seen.";
    case NameFault::control:
        return "A name has no control characters, such as the end of a line.";
    case NameFault::invisible:
        return "A name has no characters that nobody can see.";
    case NameFault::direction:
        return "A name has no characters that change the direction of writing.";
    case NameFault::marks:
        return "A name has no more than four marks on one character.";
    }
    return {};
}

} // namespace tefuda
