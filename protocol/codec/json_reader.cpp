// Reads JSON text (RFC 8259) into a tree. It is written by hand because messages are many and short: Boost.JSON's
// parser takes half as long again over one.
#include "protocol/codec/json_tree.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

namespace tefuda::codec {

namespace {

constexpr std::size_t most_levels = 10000;
/// Behind a text.
constexpr std::size_t end_zeros = sizeof(std::uint64_t);

/// How many of the next eight bytes stand for themselves in a string, up to the first that does not. Words are short,
/// and where they end can't be guessed: to look at each byte would cost more.
std::size_t plain_at(char const* at) {
    constexpr std::uint64_t ones = 0x0101010101010101;
    constexpr std::uint64_t tops = 0x8080808080808080;
    std::uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    // The top bit is set of the first byte that is less than n, and of none before it.
    auto const less = [](std::uint64_t all, std::uint64_t n) { return (all - ones * n) & ~all & tops; };
    auto const others = less(bytes, 0x20) | less(bytes ^ ones * '"', 1) | less(bytes ^ ones * '\\', 1);
    static_assert(std::endian::native == std::endian::little);
    return static_cast<std::size_t>(std::countr_zero(others)) / 8;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_space(char c) {
    return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t');
}

} // namespace

/// Goes once through a text, which is UTF-8 and ends with zeros. These are no part of any value, so nothing goes beyond
/// the end; whole words of bytes are looked at.
class JsonTree::Reader {
public:
    explicit Reader(Memory& memory)
        : memory_(memory), nodes_(memory.nodes), at_(memory.text.data()), end_(at_ + memory.text.size() - end_zeros) {
        nodes_.clear();
        memory.chars.clear();
        memory.open.clear();
    }

    /// \returns whether the text is one value
    bool read() {
        skip_space();
        if (!read_value()) return false;
        while (!memory_.open.empty())
            if (!read_next()) return false;
        return at_ == end_;
    }

private:
    /// A scalar, or the beginning of a list or an object; and the space behind it.
    bool read_value() {
        switch (*at_) {
        case '{':
            return open(Kind::object);
        case '[':
            return open(Kind::list);
        case '"':
            return read_string_value();
        case 't':
            return read_word("true", Kind::boolean, 1);
        case 'f':
            return read_word("false", Kind::boolean, 0);
        case 'n':
            return read_word("null", Kind::null, 0);
        default:
            return read_number();
        }
    }

    /// The next item or field of what was opened last, or its end.
    bool read_next() {
        auto& open = memory_.open.back();
        auto& node = nodes_[open.node];
        if (*at_ == (node.kind == Kind::object ? '}' : ']')) return close();
        if (node.size > 0 && !take(',')) return false;
        ++node.size;
        if (node.kind == Kind::object && !read_name(open)) return false;
        return read_value();
    }

    bool open(Kind kind) {
        memory_.open.push_back({.node = static_cast<std::uint32_t>(nodes_.size())});
        add(kind, {});
        skip(1);
        return memory_.open.size() <= most_levels;
    }

    bool close() {
        auto const [index, alike, looks] = memory_.open.back();
        memory_.open.pop_back();
        nodes_[index].extent = static_cast<std::uint32_t>(nodes_.size()) - index;
        skip(1);
        return !alike || !has_field_twice(nodes_[index]);
    }

    bool read_name(Open& object) {
        if (!read_string(name_) || !take(':')) return false;
        // Names of different looks are different, which is soon seen.
        auto const look = look_of(name_);
        object.alike |= (object.looks & look) != 0;
        object.looks |= look;
        return true;
    }

    /// One of 64 bits.
    static std::uint64_t look_of(std::string_view name) {
        auto const first = name.empty() ? 0u : static_cast<unsigned char>(name.front());
        return std::uint64_t(1) << ((first + 3 * name.size()) % 64);
    }

    static bool has_field_twice(Node const& object) {
        std::vector<std::string_view> names;
        auto const* const end = &object + object.extent;
        for (auto const* field = &object + 1; field != end; field += field->extent) names.push_back(field->name);
        std::sort(names.begin(), names.end());
        return std::adjacent_find(names.begin(), names.end()) != names.end();
    }

    bool read_word(std::string_view word, Kind kind, double number) {
        if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(word)) return false;
        add(kind, word, number);
        skip(word.size());
        return true;
    }

    bool read_string_value() {
        std::string_view text;
        if (!read_string(text)) return false;
        add(Kind::string, text);
        return true;
    }

    /// \param text its characters, where they stand in the text that is read, or else in `Memory::chars`
    bool read_string(std::string_view& text) {
        if (*at_ != '"') return false;
        auto const* const begin = ++at_;
        skip_plain();
        text = {begin, static_cast<std::size_t>(at_ - begin)};
        if (*at_ == '\\' && !unescape(begin, text)) return false;
        if (*at_ != '"') return false;
        skip(1);
        return true;
    }

    /// Goes on to what does not stand for itself in a string.
    void skip_plain() {
        auto const* at = at_;
        std::size_t plain;
        do {
            plain = plain_at(at);
            at += plain;
        } while (plain == sizeof(std::uint64_t));
        at_ = at;
    }

    /// A string with escapes, from its first character on, up to its end.
    bool unescape(char const* begin, std::string_view& text) {
        auto& chars = memory_.chars;
        // What refers to them must not see them move; they are no more than the text has.
        chars.reserve(memory_.text.size());
        auto const first = chars.size();
        for (at_ = begin;;) {
            auto const* const plain = at_;
            skip_plain();
            chars.insert(chars.end(), plain, at_);
            if (*at_ != '\\') break;
            ++at_;
            auto const character = escaped();
            if (!character) return false;
            append_utf8(chars, *character);
        }
        text = {chars.data() + first, chars.size() - first};
        return true;
    }

    /// What stands behind a backslash.
    std::optional<char32_t> escaped() {
        constexpr std::string_view names = "\"\\/bfnrt";
        constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
        if (*at_ == 'u') return escaped_code();
        auto const which = names.find(*at_);
        if (which == names.npos) return std::nullopt;
        ++at_;
        return static_cast<char32_t>(meanings[which]);
    }

    /// `uXXXX`; of a surrogate the pair.
    std::optional<char32_t> escaped_code() {
        auto const high = code_unit();
        if (!high || (*high & 0xf800) != 0xd800) return high;
        if (*high >= 0xdc00 || *at_ != '\\') return std::nullopt;
        ++at_;
        auto const low = code_unit();
        if (!low || (*low & 0xfc00) != 0xdc00) return std::nullopt;
        return 0x10000 + ((*high & 0x3ff) << 10 | (*low & 0x3ff));
    }

    std::optional<char32_t> code_unit() {
        if (*at_ != 'u') return std::nullopt;
        constexpr std::size_t digits = 4;
        std::uint16_t unit = 0;
        auto const* const first = at_ + 1;
        auto const* const last = first + std::min<std::size_t>(digits, static_cast<std::size_t>(end_ - first));
        auto const [end, error] = std::from_chars(first, last, unit, 16);
        if (error != std::errc() || end != first + digits) return std::nullopt;
        at_ = end;
        return unit;
    }

    bool read_number() {
        auto const* const first = at_;
        if (*at_ == '-') ++at_;
        if (*at_ == '0')
            ++at_;
        else if (!skip_digits())
            return false;
        if (*at_ == '.') {
            ++at_;
            if (!skip_digits()) return false;
        }
        if (*at_ == 'e' || *at_ == 'E') {
            ++at_;
            if (*at_ == '+' || *at_ == '-') ++at_;
            if (!skip_digits()) return false;
        }
        add_number({first, static_cast<std::size_t>(at_ - first)});
        skip_space();
        return true;
    }

    /// \returns whether there was one
    bool skip_digits() {
        auto const* const first = at_;
        while (is_digit(*at_)) ++at_;
        return at_ != first;
    }

    void add_number(std::string_view text) {
        auto const* const end = text.data() + text.size();
        std::int64_t whole = 0;
        if (auto const read = std::from_chars(text.data(), end, whole); read.ec == std::errc() && read.ptr == end)
            return add(Kind::number, text, static_cast<double>(whole));
        auto number = 0.0;
        if (std::from_chars(text.data(), end, number).ec == std::errc()) return add(Kind::number, text, number);
        // It is too small for a double, or too large.
        auto const rough = std::strtod(text.data(), nullptr);
        constexpr auto largest = std::numeric_limits<double>::max();
        if (std::abs(rough) < 1) return add(Kind::number, "0", 0);
        if (rough > 0) return add(Kind::number, "1.7976931348623157e308", largest);
        add(Kind::number, "-1.7976931348623157e308", -largest);
    }

    void add(Kind kind, std::string_view text, double number = 0) {
        nodes_.push_back({.kind = kind, .name = std::exchange(name_, {}), .text = text, .number = number});
    }

    /// A character that must be here.
    bool take(char c) {
        if (*at_ != c) return false;
        skip(1);
        return true;
    }

    /// What was read, and the space behind it.
    void skip(std::size_t size) {
        at_ += size;
        skip_space();
    }

    void skip_space() {
        while (is_space(*at_)) ++at_;
    }

    Memory& memory_;
    std::vector<Node>& nodes_;
    char const* at_;
    char const* const end_;
    /// Of the value that comes next.
    std::string_view name_;
};

std::optional<JsonTree> JsonTree::parse(std::string_view text) {
    std::optional<JsonTree> tree = JsonTree();
    auto& memory = *tree->memory_;
    memory.text.assign(text).append(end_zeros, '\0');
    if (!is_utf8(text) || !Reader(memory).read()) tree.reset();
    return tree;
}

} // namespace tefuda::codec
