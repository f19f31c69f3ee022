#include "protocol/codec/json_tree.hpp"

#include "protocol/codec/text.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace tefuda::codec {

namespace json = boost::json;

namespace {

constexpr std::size_t most_levels = 10000;
/// What a rare giant leaves behind is not kept.
constexpr std::size_t largest_spare = 64 * 1024;

/// The same text, each exponent cut to digits that an int holds: it is out of a double's range all the same.
std::string with_short_exponents(std::string_view text) {
    std::string result;
    auto in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        auto const c = text[at];
        result += c;
        if (in_string && c == '\\' && at + 1 < text.size()) {
            result += text[++at];
        } else if (c == '"') {
            in_string = !in_string;
        } else if (!in_string && (c == 'e' || c == 'E')) {
            auto first = at + 1;
            if (first < text.size() && (text[first] == '+' || text[first] == '-')) result += text[first++];
            auto const end = std::min(text.find_first_not_of("0123456789", first), text.size());
            auto const significant = std::min(text.find_first_not_of('0', first), end);
            result += end - significant > 9 ? "999999999" : text.substr(first, end - first);
            at = end - 1;
        }
    }
    return result;
}

} // namespace

/// What Boost.JSON's parser calls.
class JsonTree::Builder {
public:
    static constexpr std::size_t max_object_size = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::size_t max_array_size = max_object_size;
    static constexpr std::size_t max_key_size = max_object_size;
    static constexpr std::size_t max_string_size = max_object_size;

    explicit Builder(Memory& memory) : memory_(memory) {}

    bool on_document_begin(json::error_code&) { return true; }
    bool on_document_end(json::error_code&) { return true; }
    bool on_array_begin(json::error_code&) { return begin(Kind::list); }
    bool on_array_end(std::size_t, json::error_code&) { return end(); }
    bool on_object_begin(json::error_code&) { return begin(Kind::object); }
    bool on_object_end(std::size_t size, json::error_code& error) {
        if (has_field_twice(memory_.open.back(), size)) {
            error = json::error::extra_data;
            return false;
        }
        return end();
    }
    bool on_key_part(json::string_view part, std::size_t, json::error_code&) { return append(part); }
    bool on_key(json::string_view part, std::size_t size, json::error_code&) {
        append(part);
        name_ = last(size);
        return true;
    }
    bool on_string_part(json::string_view part, std::size_t, json::error_code&) { return append(part); }
    bool on_string(json::string_view part, std::size_t size, json::error_code&) {
        append(part);
        add(Kind::string).text = last(size);
        return true;
    }
    bool on_number_part(json::string_view, json::error_code&) { return true; }
    bool on_int64(std::int64_t number, json::string_view text, json::error_code&) {
        return add_number(static_cast<double>(number), text);
    }
    bool on_uint64(std::uint64_t number, json::string_view text, json::error_code&) {
        return add_number(static_cast<double>(number), text);
    }
    bool on_double(double number, json::string_view text, json::error_code&) {
        // The parser's own number may be off in the last digits.
        auto exact = 0.0;
        if (std::from_chars(text.data(), text.data() + text.size(), exact).ec == std::errc())
            return add_number(exact, text);
        if (std::abs(number) < 1) return add_number(0, "0");
        constexpr auto largest = std::numeric_limits<double>::max();
        return number > 0 ? add_number(largest, "1.7976931348623157e308")
                          : add_number(-largest, "-1.7976931348623157e308");
    }
    bool on_bool(bool value, json::error_code&) {
        add(Kind::boolean).number = value ? 1 : 0;
        return true;
    }
    bool on_null(json::error_code&) {
        add(Kind::null);
        return true;
    }
    bool on_comment_part(json::string_view, json::error_code&) { return true; }
    bool on_comment(json::string_view, json::error_code&) { return true; }

private:
    Node& add(Kind kind) {
        auto& nodes = memory_.nodes;
        nodes.push_back({kind, false, std::exchange(name_, {}), {}, 0, static_cast<std::uint32_t>(nodes.size()) + 1});
        return nodes.back();
    }

    bool add_number(double number, json::string_view text) {
        append(text);
        auto& node = add(Kind::number);
        node.text = last(text.size());
        node.number = number;
        return true;
    }

    bool begin(Kind kind) {
        memory_.open.push_back(static_cast<std::uint32_t>(memory_.nodes.size()));
        add(kind);
        return true;
    }

    bool end() {
        memory_.nodes[memory_.open.back()].end = static_cast<std::uint32_t>(memory_.nodes.size());
        memory_.open.pop_back();
        return true;
    }

    bool append(json::string_view part) {
        memory_.chars.append(part.data(), part.size());
        return true;
    }

    Span last(std::size_t size) const {
        return {static_cast<std::uint32_t>(memory_.chars.size() - size), static_cast<std::uint32_t>(size)};
    }

    bool has_field_twice(std::uint32_t object, std::size_t size) const {
        constexpr std::size_t few = 16;
        std::array<std::string_view, few> some;
        std::vector<std::string_view> many(size > few ? size : 0);
        auto const names = size > few ? std::span(many) : std::span(some).first(size);
        auto const& nodes = memory_.nodes;
        auto at = object;
        for (std::size_t i = 0; i < size; ++i) {
            at = i == 0 ? object + 1 : nodes[at].end;
            names[i] = std::string_view(memory_.chars).substr(nodes[at].name.begin, nodes[at].name.size);
        }
        std::sort(names.begin(), names.end());
        return std::adjacent_find(names.begin(), names.end()) != names.end();
    }

    Memory& memory_;
    /// Of the value that comes next.
    Span name_;
};

JsonTree::Memory& JsonTree::spare() {
    static thread_local Memory memory;
    return memory;
}

JsonTree::JsonTree() : memory_(std::exchange(spare(), {})) {
    memory_.nodes.clear();
    memory_.chars.clear();
    memory_.open.clear();
}

JsonTree::~JsonTree() {
    auto const size = memory_.chars.capacity() + memory_.nodes.capacity() * sizeof(Node);
    if (size <= largest_spare && memory_.nodes.capacity() > spare().nodes.capacity()) spare() = std::move(memory_);
}

std::optional<JsonTree> JsonTree::parse(std::string_view text) {
    json::error_code error;
    auto tree = parse(text, error);
    if (error == json::error::exponent_overflow) tree = parse(with_short_exponents(text), error);
    return tree;
}

template <class Error>
std::optional<JsonTree> JsonTree::parse(std::string_view text, Error& error) {
    JsonTree tree;
    json::parse_options options;
    options.max_depth = most_levels;
    json::basic_parser<Builder> parser(options, tree.memory_);
    auto const read = parser.write_some(false, text.data(), text.size(), error);
    if (error || read < text.size()) return std::nullopt;
    return tree;
}

std::optional<JsonValue> JsonTree::take(std::string_view name) {
    auto const found = root().find(name);
    if (found) memory_.nodes[found->index_].taken = true;
    return found;
}

JsonValue::Iterator& JsonValue::Iterator::operator++() {
    index_ = tree_->memory_.nodes[index_].end;
    skip_taken();
    return *this;
}

void JsonValue::Iterator::skip_taken() {
    auto const& nodes = tree_->memory_.nodes;
    while (index_ != end_ && nodes[index_].taken) index_ = nodes[index_].end;
}

bool JsonValue::is_null() const {
    return tree_->memory_.nodes[index_].kind == JsonTree::Kind::null;
}
bool JsonValue::is_boolean() const {
    return tree_->memory_.nodes[index_].kind == JsonTree::Kind::boolean;
}
bool JsonValue::is_number() const {
    return tree_->memory_.nodes[index_].kind == JsonTree::Kind::number;
}
bool JsonValue::is_string() const {
    return tree_->memory_.nodes[index_].kind == JsonTree::Kind::string;
}
bool JsonValue::is_list() const {
    return tree_->memory_.nodes[index_].kind == JsonTree::Kind::list;
}
bool JsonValue::is_object() const {
    return tree_->memory_.nodes[index_].kind == JsonTree::Kind::object;
}
bool JsonValue::boolean() const {
    return tree_->memory_.nodes[index_].number != 0;
}
double JsonValue::number() const {
    return tree_->memory_.nodes[index_].number;
}
std::string_view JsonValue::string() const {
    return tree_->chars(tree_->memory_.nodes[index_].text);
}
std::string_view JsonValue::name() const {
    return tree_->chars(tree_->memory_.nodes[index_].name);
}

JsonValue::Iterator JsonValue::begin() const {
    auto const end = tree_->memory_.nodes[index_].end;
    return {*tree_, index_ + 1, end};
}

JsonValue::Iterator JsonValue::end() const {
    auto const end = tree_->memory_.nodes[index_].end;
    return {*tree_, end, end};
}

std::size_t JsonValue::size() const {
    std::size_t size = 0;
    for (auto at = begin(); at != end(); ++at) ++size;
    return size;
}

std::optional<JsonValue> JsonValue::find(std::string_view name) const {
    for (auto const field : *this)
        if (field.name() == name) return field;
    return std::nullopt;
}

void JsonValue::append_to(JsonText& out) const {
    auto const& node = tree_->memory_.nodes[index_];
    auto const append_all = [&](auto const& append) {
        auto first = true;
        for (auto const value : *this) {
            if (!std::exchange(first, false)) out += ',';
            append(value);
        }
    };
    switch (node.kind) {
    case JsonTree::Kind::null:
        out += "null";
        break;
    case JsonTree::Kind::boolean:
        out += node.number != 0 ? "true" : "false";
        break;
    case JsonTree::Kind::number:
        out += tree_->chars(node.text);
        break;
    case JsonTree::Kind::string:
        append_string(out, tree_->chars(node.text));
        break;
    case JsonTree::Kind::list:
        out += '[';
        append_all([&](JsonValue item) { item.append_to(out); });
        out += ']';
        break;
    case JsonTree::Kind::object:
        out += '{';
        append_all([&](JsonValue field) {
            append_string(out, field.name());
            out += ':';
            field.append_to(out);
        });
        out += '}';
        break;
    }
}

std::string JsonValue::text() const {
    JsonText out;
    append_to(out);
    return out.str();
}

} // namespace tefuda::codec
