// Writes strings and numbers as JSON, and inspects UTF-8 text.
#pragma once

#include "protocol/codec/json_text.hpp"

#include <cstring>
#include <string>
#include <string_view>

namespace tefuda::codec {

/// Appends a word in quotes. \pre it needs no escapes
inline void append_word(JsonText& out, std::string_view word) {
    out.make_room(word.size() + 2);
    auto* const at = out.end();
    at[0] = '"';
    std::memcpy(at + 1, word.data(), word.size());
    at[word.size() + 1] = '"';
    out.wrote(word.size() + 2);
}

/// Appends a text in quotes, escaped for JSON. \pre it is valid UTF-8
void append_string(JsonText& out, std::string_view text);
/// Appends the shortest text that parses to the same number. \pre the number is finite
void append_number(JsonText& out, double number);

/// Whether the two are equal. Faster than `==` if `word` is a compile-time constant, because the compiler inlines the
/// comparison.
inline bool is_word(std::string_view text, std::string_view word) {
    return text.size() == word.size() && std::memcmp(text.data(), word.data(), word.size()) == 0;
}

/// The number of code points. \pre valid UTF-8
std::size_t count_code_points(std::string_view text);

/// Whether the text is empty or has only characters that nobody can see: white space, control and format characters,
/// and what Unicode calls default ignorable. \pre valid UTF-8
bool is_blank(std::string_view text);

/// Whether the text has a character that overrides or embeds a direction of writing: what stands beside such a text
/// would be shown in another order. \pre valid UTF-8
bool changes_direction(std::string_view text);

/// Whether the text has a character that shows nothing where it stands: zero-width and other default ignorable ones,
/// but for what joins letters of scripts that need it, emoji, and variants of a character. \pre valid UTF-8
bool hides_characters(std::string_view text);

/// Whether more than four marks stand on one character. \pre valid UTF-8
bool has_too_many_marks(std::string_view text);

/// Whether the text has a character that controls a terminal or a protocol (Unicode's Cc: U+0000 to U+001F and U+007F
/// to U+009F) \param but those that are allowed all the same \pre valid UTF-8
bool has_control_characters(std::string_view text, std::string_view but = {});

/// Whether the text has U+2028 or U+2029, at which some programs end a line. \pre valid UTF-8
bool ends_lines(std::string_view text);

/// How `without_controls` writes a character.
enum class Control {
    as_question_mark,
    as_json_escape, ///< \u and four hexadecimal digits, as in a JSON text
};
/// The text without what controls a terminal, ends a line or changes the direction of writing: control characters, line
/// and paragraph separators, and Unicode's marks of direction are written otherwise. \pre valid UTF-8
std::string without_controls(std::string_view text, Control as);

/// The text as it is compared with others for likeness (NFKC): full-width and other styled letters are ordinary ones;
/// without enclosing marks. \pre valid UTF-8
std::string compatible(std::string_view text);

/// A code of letters and digits however it was typed: in capitals or not, full-width, with spaces, dashes and full stops.
/// \returns capitals and digits alone \pre valid UTF-8
std::string typed_code(std::string_view typed);

/// Writes U+FFFD for each U+0000: PostgreSQL takes that in no text.
void replace_nul(std::string& text);

/// The text without characters that show nothing. \pre valid UTF-8
std::string without_ignorable(std::string_view text);

} // namespace tefuda::codec
