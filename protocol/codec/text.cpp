#include "protocol/codec/text.hpp"

#include <array>
#include <charconv>

namespace tefuda::codec {

namespace {

/// For each byte: whether it may be written in a JSON string without an escape.
constexpr auto needs_no_escape = [] {
    std::array<bool, 256> table{};
    for (std::size_t byte = 0x20; byte < table.size(); ++byte) table[byte] = byte != '"' && byte != '\\';
    return table;
}();

} // namespace

void append_string(JsonText& out, std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    constexpr std::size_t longest_escape = 6;
    out.make_room(text.size() * longest_escape + 2);
    auto* at = out.end();
    auto const* const begin = at;
    *at++ = '"';
    for (auto const c : text) {
        auto const byte = static_cast<unsigned char>(c);
        if (needs_no_escape[byte]) {
            *at++ = c;
        } else if (c == '"' || c == '\\') {
            *at++ = '\\';
            *at++ = c;
        } else if (c == '\n') {
            *at++ = '\\';
            *at++ = 'n';
        } else {
            std::memcpy(at, "\\u00", 4);
            at[4] = digits[byte >> 4];
            at[5] = digits[byte & 15];
            at += longest_escape;
        }
    }
    *at++ = '"';
    out.wrote(static_cast<std::size_t>(at - begin));
}

namespace {

/// Removes the first code point from a valid UTF-8 text and returns it.
char32_t pop_code_point(std::string_view& text) {
    auto const lead = static_cast<unsigned char>(text.front());
    auto const length = lead < 0x80 ? 1u : lead < 0xe0 ? 2u : lead < 0xf0 ? 3u : 4u;
    auto code = static_cast<char32_t>(length == 1 ? lead : lead & (0xff >> (length + 1)));
    for (auto i = 1u; i < length && i < text.size(); ++i)
        code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
    text.remove_prefix(std::min<std::size_t>(length, text.size()));
    return code;
}

bool is_white_space_or_control(char32_t code) {
    return code <= 0x20 || (code >= 0x7f && code <= 0xa0) || code == 0x1680 || (code >= 0x2000 && code <= 0x200a) ||
           code == 0x2028 || code == 0x2029 || code == 0x202f || code == 0x205f || code == 0x3000;
}

} // namespace

void append_number(JsonText& out, double number) {
    constexpr std::size_t longest = 32;
    out.make_room(longest);
    out.wrote_to(std::to_chars(out.end(), out.end() + longest, number).ptr);
}

std::size_t count_code_points(std::string_view text) {
    std::size_t points = 0;
    for (auto const c : text)
        if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) ++points;
    return points;
}

bool is_blank(std::string_view text) {
    while (!text.empty())
        if (!is_white_space_or_control(pop_code_point(text))) return false;
    return true;
}

} // namespace tefuda::codec
