#include "protocol/codec/text.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <memory>

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

bool is_invisible(char32_t code) {
    // For Unicode these are symbols and letters, but they are shown as a space: a Braille pattern without dots,
    // Egyptian blanks, a Khitan filler, a musical note without a head.
    constexpr std::array<char32_t, 5> blanks{0x2800, 0x13441, 0x13442, 0x16fe4, 0x1d159};
    if (std::find(blanks.begin(), blanks.end(), code) != blanks.end()) return true;
    auto const& properties = *utf8proc_get_property(static_cast<utf8proc_int32_t>(code));
    switch (properties.category) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
        return true;
    default:
        return properties.ignorable;
    }
}

/// UAX #9, section 2: embeddings, overrides and isolates. The marks LRM, RLM and ALM, which names in right-to-left
/// scripts use, turn only themselves.
bool is_direction_change(char32_t code) {
    switch (utf8proc_get_property(static_cast<utf8proc_int32_t>(code))->bidi_class) {
    case UTF8PROC_BIDI_CLASS_LRE:
    case UTF8PROC_BIDI_CLASS_RLE:
    case UTF8PROC_BIDI_CLASS_LRO:
    case UTF8PROC_BIDI_CLASS_RLO:
    case UTF8PROC_BIDI_CLASS_PDF:
    case UTF8PROC_BIDI_CLASS_LRI:
    case UTF8PROC_BIDI_CLASS_RLI:
    case UTF8PROC_BIDI_CLASS_FSI:
    case UTF8PROC_BIDI_CLASS_PDI:
        return true;
    default:
        return false;
    }
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
        if (!is_invisible(pop_code_point(text))) return false;
    return true;
}

bool changes_direction(std::string_view text) {
    while (!text.empty())
        if (is_direction_change(pop_code_point(text))) return true;
    return false;
}

namespace {

constexpr char32_t zero_width_non_joiner = 0x200c, zero_width_joiner = 0x200d;

utf8proc_property_t const& properties_of(char32_t code) {
    return *utf8proc_get_property(static_cast<utf8proc_int32_t>(code));
}

/// Without width; control characters are none of these: many clients show them.
bool is_ignorable(char32_t code) {
    auto const& properties = properties_of(code);
    return properties.ignorable || properties.category == UTF8PROC_CATEGORY_CF;
}

bool is_right_to_left(char32_t code) {
    auto const direction = properties_of(code).bidi_class;
    return direction == UTF8PROC_BIDI_CLASS_R || direction == UTF8PROC_BIDI_CLASS_AL;
}

bool is_mark(char32_t code) {
    auto const category = properties_of(code).category;
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
}

/// A letter or a mark of a script in which letters may be joined: none of Latin, Greek or Cyrillic, which have
/// capitals.
bool is_joinable(char32_t code) {
    auto const category = properties_of(code).category;
    return code > 0x500 &&
           (category == UTF8PROC_CATEGORY_LO || category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC);
}

bool is_pictograph(char32_t code) {
    return properties_of(code).boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC;
}

bool is_variation_selector(char32_t code) {
    return code == 0xfe0e || code == 0xfe0f;
}

/// Whether an ignorable character says how its neighbours look. 0: there is no such neighbour.
bool changes_neighbours(char32_t code, char32_t before, char32_t after) {
    if (is_variation_selector(code)) return before && !is_ignorable(before);
    constexpr char32_t left_to_right = 0x200e, right_to_left = 0x200f, arabic_letter = 0x61c;
    if (code == left_to_right || code == right_to_left || code == arabic_letter)
        return (before && is_right_to_left(before)) || (after && is_right_to_left(after));
    auto const joins_letters = (code == zero_width_joiner || code == zero_width_non_joiner) && before && after &&
                               is_joinable(before) && is_joinable(after);
    constexpr char32_t first_skin = 0x1f3fb, last_skin = 0x1f3ff;
    auto const ends_pictograph = before && (is_pictograph(before) || is_variation_selector(before) ||
                                            (before >= first_skin && before <= last_skin));
    return joins_letters || (code == zero_width_joiner && ends_pictograph && after && is_pictograph(after));
}

} // namespace

bool hides_characters(std::string_view text) {
    for (char32_t before = 0; !text.empty();) {
        auto const code = pop_code_point(text);
        auto rest = text;
        auto const after = rest.empty() ? char32_t(0) : pop_code_point(rest);
        if (is_ignorable(code) && !changes_neighbours(code, before, after)) return true;
        before = code;
    }
    return false;
}

bool has_too_many_marks(std::string_view text) {
    constexpr int most_marks = 4;
    for (int marks = 0; !text.empty();) {
        marks = is_mark(pop_code_point(text)) ? marks + 1 : 0;
        if (marks > most_marks) return true;
    }
    return false;
}

bool has_control_characters(std::string_view text, std::string_view but) {
    while (!text.empty()) {
        auto const sign = text.front();
        auto const code = pop_code_point(text);
        if (properties_of(code).category == UTF8PROC_CATEGORY_CC && but.find(sign) == std::string_view::npos)
            return true;
    }
    return false;
}

bool ends_lines(std::string_view text) {
    while (!text.empty()) {
        auto const category = properties_of(pop_code_point(text)).category;
        if (category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP) return true;
    }
    return false;
}

namespace {

bool controls(char32_t code) {
    constexpr char32_t left_to_right = 0x200e, right_to_left = 0x200f, arabic_letter = 0x61c;
    auto const category = properties_of(code).category;
    return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP ||
           is_direction_change(code) || code == left_to_right || code == right_to_left || code == arabic_letter;
}

} // namespace

std::string without_controls(std::string_view text, Control as) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string shown;
    while (!text.empty()) {
        auto const begin = text;
        auto const code = pop_code_point(text);
        if (!controls(code)) {
            shown += begin.substr(0, begin.size() - text.size());
        } else if (as == Control::as_question_mark) {
            shown += '?';
        } else {
            // All of them are below U+10000.
            shown += "\\u";
            for (auto shift = 12; shift >= 0; shift -= 4) shown += digits[code >> shift & 15];
        }
    }
    return shown;
}

std::string compatible(std::string_view text) {
    utf8proc_uint8_t* made = nullptr;
    auto const length =
        utf8proc_map(reinterpret_cast<utf8proc_uint8_t const*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
                     &made, static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT));
    std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> const owner(made, &std::free);
    if (length < 0) return std::string(text);
    std::string kept;
    std::string_view rest(reinterpret_cast<char const*>(made), static_cast<std::size_t>(length));
    while (!rest.empty()) {
        auto const begin = rest;
        if (properties_of(pop_code_point(rest)).category != UTF8PROC_CATEGORY_ME)
            kept += begin.substr(0, begin.size() - rest.size());
    }
    return kept;
}

std::string typed_code(std::string_view typed) {
    std::string code;
    for (auto const sign : compatible(typed)) {
        if (sign >= 'a' && sign <= 'z')
            code += static_cast<char>(sign - 'a' + 'A');
        else if ((sign >= 'A' && sign <= 'Z') || (sign >= '0' && sign <= '9'))
            code += sign;
    }
    return code;
}

void replace_nul(std::string& text) {
    for (auto at = text.find('\0'); at != std::string::npos; at = text.find('\0', at))
        text.replace(at, 1, "\xef\xbf\xbd");
}

std::string without_ignorable(std::string_view text) {
    std::string kept;
    while (!text.empty()) {
        auto const begin = text;
        auto const code = pop_code_point(text);
        if (!is_ignorable(code) && !is_invisible(code)) kept += begin.substr(0, begin.size() - text.size());
    }
    return kept;
}

} // namespace tefuda::codec
