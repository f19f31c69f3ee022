// Strings and numbers as JSON has them.
#pragma once

#include "protocol/codec/json_text.hpp"

#include <cstring>
#include <string_view>

namespace tefuda::codec {

/// A string with its quotes that needs no escapes.
inline void append_word(JsonText& out, std::string_view word) {
    out.make_room(word.size() + 2);
    auto* const at = out.end();
    at[0] = '"';
    std::memcpy(at + 1, word.data(), word.size());
    at[word.size() + 1] = '"';
    out.wrote(word.size() + 2);
}

/// A string with its quotes, escaped as JSON asks. \param text valid UTF-8
void append_string(JsonText& out, std::string_view text);
/// The shortest text that reads back as the same number. \pre finite
void append_number(JsonText& out, double number);

/// Whether a text is this word. As `==`, but where the compiler knows the word it costs no call.
inline bool is_word(std::string_view text, std::string_view word) {
    return text.size() == word.size() && std::memcmp(text.data(), word.data(), word.size()) == 0;
}

/// How many code points a valid UTF-8 text has.
std::size_t count_code_points(std::string_view text);

/// Whether a valid UTF-8 text consists of Unicode white space and control characters only (or is empty).
bool is_blank(std::string_view text);

} // namespace tefuda::codec
