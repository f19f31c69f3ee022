// JSON text, appended to a string: no tree in between.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tefuda::codec {

/// A string with its quotes, escaped as JSON asks. \param text valid UTF-8
void append_string(std::string& out, std::string_view text);
void append_number(std::string& out, std::int64_t number);
/// The shortest text that reads back as the same number. \pre finite
void append_number(std::string& out, double number);

/// How many code points a valid UTF-8 text has.
std::size_t count_code_points(std::string_view text);

/// Whether a valid UTF-8 text consists of Unicode white space and control characters only (or is empty).
bool is_blank(std::string_view text);

} // namespace tefuda::codec
