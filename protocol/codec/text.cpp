#include "protocol/codec/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace tefuda::codec {

namespace {

/// For each byte whether it stands for itself in a string.
constexpr auto stands_for_itself = [] {
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
        if (stands_for_itself[byte]) {
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

/// The code point at the front of a valid UTF-8 text, which it takes off.
char32_t take_code_point(std::string_view& text) {
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

bool is_utf8(std::string_view text) {
    // Nearly all are ASCII.
    unsigned char all = 0;
    for (auto const c : text) all |= static_cast<unsigned char>(c);
    if (all < 0x80) return true;
    while (!text.empty()) {
        auto const lead = static_cast<unsigned char>(text.front());
        // No character is longer than it need be, none is a surrogate, none beyond U+10FFFF.
        auto const length = lead < 0x80   ? 1u
                            : lead < 0xc2 ? 0u
                            : lead < 0xe0 ? 2u
                            : lead < 0xf0 ? 3u
                            : lead < 0xf5 ? 4u
                                          : 0u;
        if (length == 0 || text.size() < length) return false;
        for (auto i = 1u; i < length; ++i) {
            auto const byte = static_cast<unsigned char>(text[i]);
            auto const least = i > 1 ? 0x80 : lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
            auto const most = i > 1 ? 0xbf : lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
            if (byte < least || byte > most) return false;
        }
        text.remove_prefix(length);
    }
    return true;
}

void append_utf8(std::vector<char>& out, char32_t code) {
    auto const add = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
    auto const add_rest = [&](int bits) { add(0x80 | (code >> bits & 0x3f)); };
    if (code < 0x80) return add(code);
    if (code < 0x800) {
        add(0xc0 | code >> 6);
    } else {
        if (code < 0x10000) {
            add(0xe0 | code >> 12);
        } else {
            add(0xf0 | code >> 18);
            add_rest(12);
        }
        add_rest(6);
    }
    add_rest(0);
}

std::size_t count_code_points(std::string_view text) {
    std::size_t points = 0;
    for (auto const c : text)
        if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) ++points;
    return points;
}

bool is_blank(std::string_view text) {
    while (!text.empty())
        if (!is_white_space_or_control(take_code_point(text))) return false;
    return true;
}

} // namespace tefuda::codec
