// Texts that come from a server, for a terminal or a log.
#pragma once

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

namespace tefuda {

namespace detail {

/// The code point that begins a text in UTF-8, and its number of bytes; a byte that is no UTF-8 stands for itself.
struct First {
    unsigned code;
    std::size_t bytes;
};

inline First first_of(std::string_view text) {
    auto const lead = static_cast<unsigned char>(text[0]);
    std::size_t const bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
    if (bytes == 1 || bytes > text.size()) return {lead, 1};
    auto code = lead & (0xFFu >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        auto const next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0) != 0x80) return {lead, 1};
        code = code << 6 | (next & 0x3Fu);
    }
    return {code, bytes};
}

/// Control characters, line and paragraph separators, and what turns the direction of writing.
inline bool is_visible(unsigned code) {
    auto const within = [code](unsigned first, unsigned last) { return first <= code && code <= last; };
    return !(within(0, 0x1F) || within(0x7F, 0x9F) || code == 0x61C || within(0x200B, 0x200F) ||
             within(0x2028, 0x202E) || within(0x2060, 0x206F) || within(0xD800, 0xDFFF) || code == 0xFEFF ||
             within(0xE0000, 0xE0FFF));
}

/// \param unit of UTF-16
inline std::string escape(unsigned unit) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "\\u%04x", unit);
    return text.data();
}

} // namespace detail

/// The text with everything escaped that is no visible character: nobody else writes to our terminal. JSON stays what
/// it was.
inline std::string plain(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        auto const [code, bytes] = detail::first_of(text);
        auto const is_broken = bytes == 1 && code > 0x7F;
        if (detail::is_visible(code) && !is_broken) {
            result += text.substr(0, bytes);
        } else {
            if (code > 0xFFFF) result += detail::escape(0xD7C0 + (code >> 10));
            result += detail::escape(code > 0xFFFF ? 0xDC00 | (code & 0x3FF) : code);
        }
        text.remove_prefix(bytes);
    }
    return result;
}

} // namespace tefuda
