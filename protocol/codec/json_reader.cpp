// The parser behind JsonTree: RFC 8259, strictly.
#include "protocol/codec/json_tree.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <utility>

namespace tefuda::codec {

namespace {

constexpr std::size_t most_levels = 10000;

constexpr bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

constexpr auto plain_characters = [] {
    std::array<bool, 256> plain{};
    for (std::size_t c = 0x20; c < 0x80; ++c) plain[c] = c != '"' && c != '\\';
    return plain;
}();

/// Whether it is of ASCII and stands in a string for itself.
constexpr bool is_plain(char c) {
    return plain_characters[static_cast<unsigned char>(c)];
}

/// How long the UTF-8 of a character is whose first two bytes these are; 0 where there is no such character.
constexpr std::size_t length_of_character(unsigned char first, unsigned char second) {
    auto const lowest = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    auto const highest = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (first < 0xc2 || first > 0xf4 || second < lowest || second > highest) return 0;
    return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

} // namespace

/// Goes from value to value and keeps by itself what is open, so that a deep text needs no stack. Where something can't
/// be read, false says that JSON does not have there what is there.
class JsonTree::Reader {
public:
    Reader(std::string_view text, Memory& memory)
        : nodes_(memory.nodes), chars_(memory.chars), open_(memory.open), at_(text.data()), end_(at_ + text.size()),
          size_(text.size()) {}

    bool read() {
        skip_space();
        while (read_value() && close_what_ends()) {
            if (open_.empty()) return at_ == end_;
            if (!take(',') || !reach_value()) return false;
        }
        return false;
    }

private:
    std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

    /// The next character; at the end one that JSON has nowhere.
    char next() const { return at_ != end_ ? *at_ : '\0'; }

    bool take(char wanted) {
        if (next() != wanted) return false;
        ++at_;
        return true;
    }

    void skip_space() {
        if (!is_space(next())) return;
        ++departures_;
        while (is_space(next())) ++at_;
    }

    /// Reads a scalar or the bracket of an empty list or object, with all that opens before it.
    bool read_value() {
        while (next() == '[' || next() == '{') {
            if (open_.size() == most_levels) return false;
            open();
            skip_space();
            if (next() == open_.back().bracket) return true;
            if (!reach_value()) return false;
        }
        return read_scalar();
    }

    /// Goes to the value behind a bracket or a comma, over the name that it has in an object.
    bool reach_value() {
        ++open_.back().size;
        skip_space();
        if (open_.back().bracket == ']') return true;
        if (!read_string(name_)) return false;
        skip_space();
        if (!take(':')) return false;
        skip_space();
        return true;
    }

    void open() {
        auto const is_list = next() == '[';
        auto const node = static_cast<std::uint32_t>(nodes_.size());
        add(is_list ? Kind::list : Kind::object);
        open_.push_back({at_, node, 0, departures_, is_list ? ']' : '}'});
        ++at_;
    }

    /// Reads the brackets that end something here.
    bool close_what_ends() {
        for (skip_space(); !open_.empty() && take(open_.back().bracket); skip_space()) {
            auto const opened = open_.back();
            open_.pop_back();
            auto& node = nodes_[opened.node];
            node.extent = static_cast<std::uint32_t>(nodes_.size()) - opened.node;
            node.size = opened.size;
            if (opened.departures == departures_) node.text = std::string_view(opened.begin, at_);
            if (node.kind == Kind::object && has_field_twice(node)) return false;
        }
        return true;
    }

    bool read_scalar() {
        switch (next()) {
        case '"': {
            std::string_view string;
            if (!read_string(string)) return false;
            add(Kind::string, string);
            return true;
        }
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

    bool read_word(std::string_view word, Kind kind, double number) {
        if (!std::string_view(at_, end_).starts_with(word)) return false;
        at_ += word.size();
        add(kind, word, number);
        return true;
    }

    bool read_number() {
        auto const* const begin = at_;
        take('-');
        if (!take('0') && !skip_digits()) return false;
        auto const* const end_of_whole = at_;
        if (take('.') && !skip_digits()) return false;
        if (take('e') || take('E')) {
            if (!take('+')) take('-');
            if (!skip_digits()) return false;
        }
        add_number(std::string_view(begin, at_), at_ == end_of_whole);
        return true;
    }

    void add_number(std::string_view written, bool is_whole) {
        auto const* const end = written.data() + written.size();
        std::int64_t whole = 0;
        double number = 0;
        if (is_whole && std::from_chars(written.data(), end, whole).ec == std::errc()) {
            add(Kind::number, written, static_cast<double>(whole));
        } else if (std::from_chars(written.data(), end, number).ec == std::errc()) {
            add(Kind::number, written, number);
        } else {
            ++departures_;
            constexpr auto largest = std::numeric_limits<double>::max();
            auto const rough = std::strtod(std::string(written).c_str(), nullptr);
            if (rough > 1) {
                add(Kind::number, "1.7976931348623157e308", largest);
            } else if (rough < -1) {
                add(Kind::number, "-1.7976931348623157e308", -largest);
            } else {
                add(Kind::number, "0", 0);
            }
        }
    }

    bool skip_digits() {
        auto const* const begin = at_;
        while (is_digit(next())) ++at_;
        return at_ != begin;
    }

    bool read_string(std::string_view& string) {
        if (!take('"')) return false;
        auto const* const begin = at_;
        if (!skip_characters()) return false;
        string = std::string_view(begin, at_);
        return take('"') || read_escaped(string);
    }

    /// \param string its characters up to the first escape; then all
    bool read_escaped(std::string_view& string) {
        ++departures_;
        // What refers to them must not see them move; they are no more than the text has.
        chars_.reserve(size_);
        auto const first = chars_.size();
        chars_.insert(chars_.end(), string.begin(), string.end());
        while (!take('"')) {
            if (!take('\\') || !read_escape()) return false;
            auto const* const begin = at_;
            if (!skip_characters()) return false;
            chars_.insert(chars_.end(), begin, at_);
        }
        string = std::string_view(chars_.data() + first, chars_.size() - first);
        return true;
    }

    bool read_escape() {
        constexpr std::string_view letters = "\"\\/bfnrt";
        constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
        if (auto const letter = letters.find(next()); letter != letters.npos) {
            ++at_;
            chars_.push_back(meanings[letter]);
            return true;
        }
        auto code = read_unit();
        if (!code || (*code >= 0xdc00 && *code < 0xe000)) return false;
        if (*code >= 0xd800 && *code < 0xdc00) {
            if (!take('\\')) return false;
            auto const low = read_unit();
            if (!low || *low < 0xdc00 || *low >= 0xe000) return false;
            code = 0x10000 + ((*code - 0xd800) << 10) + (*low - 0xdc00);
        }
        append(*code);
        return true;
    }

    /// Reads the `u` of an escape with its digits.
    std::optional<std::uint32_t> read_unit() {
        constexpr std::ptrdiff_t digits = 4;
        if (!take('u') || end_ - at_ < digits) return std::nullopt;
        std::uint32_t unit = 0;
        if (std::from_chars(at_, at_ + digits, unit, 16).ptr != at_ + digits) return std::nullopt;
        at_ += digits;
        return unit;
    }

    void append(std::uint32_t code) {
        auto const push = [&](std::uint32_t byte) { chars_.push_back(static_cast<char>(byte)); };
        auto const push_rest = [&](int bits) { push(0x80 | ((code >> bits) & 0x3f)); };
        if (code < 0x80) return push(code);
        if (code < 0x800) {
            push(0xc0 | code >> 6);
        } else if (code < 0x10000) {
            push(0xe0 | code >> 12);
            push_rest(6);
        } else {
            push(0xf0 | code >> 18);
            push_rest(12);
            push_rest(6);
        }
        push_rest(0);
    }

    /// Goes on to the next quote, escape or control character, over valid UTF-8.
    bool skip_characters() {
        while (true) {
            at_ = std::find_if_not(at_, end_, is_plain);
            if ((static_cast<unsigned char>(next()) & 0x80) == 0) return true;
            auto const byte = [&](std::size_t i) { return i < left() ? static_cast<unsigned char>(at_[i]) : '\0'; };
            auto const length = length_of_character(byte(0), byte(1));
            if (length == 0 || length > left()) return false;
            for (std::size_t i = 2; i < length; ++i)
                if ((byte(i) & 0xc0) != 0x80) return false;
            at_ += length;
        }
    }

    void add(Kind kind, std::string_view text = {}, double number = 0) {
        nodes_.push_back({.kind = kind, .name = std::exchange(name_, {}), .text = text, .number = number});
    }

    static bool has_field_twice(Node const& object) {
        constexpr std::size_t few = 8;
        auto const* const end = &object + object.extent;
        if (object.size > few) {
            std::vector<std::string_view> names;
            for (auto const* field = &object + 1; field != end; field += field->extent) names.push_back(field->name);
            std::sort(names.begin(), names.end());
            return std::adjacent_find(names.begin(), names.end()) != names.end();
        }
        for (auto const* field = &object + 1; field != end; field += field->extent)
            for (auto const* other = &object + 1; other != field; other += other->extent)
                if (other->name == field->name) return true;
        return false;
    }

    std::vector<Node>& nodes_;
    std::vector<char>& chars_;
    std::vector<Open>& open_;
    char const* at_;
    char const* const end_;
    std::size_t const size_;
    /// Of the value that comes next.
    std::string_view name_;
    /// How often the text was not as compact JSON has it: white space, escapes, numbers beyond a double.
    std::uint32_t departures_ = 0;
};

bool JsonTree::read(std::string_view text) {
    return Reader(text, *memory_).read();
}

} // namespace tefuda::codec
