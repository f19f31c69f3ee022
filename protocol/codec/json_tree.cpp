#include "protocol/codec/json_tree.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace tefuda::codec {

namespace json = boost::json;

namespace {

constexpr std::size_t most_levels = 10000;

/// The same text with every exponent limited to nine digits, because the parser rejects exponents that overflow an int.
/// The number is far outside a double's range in either case.
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

/// Builds the tree; the handler that Boost.JSON's parser calls.
class JsonTree::Builder {
public:
    static constexpr std::size_t max_object_size = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::size_t max_array_size = max_object_size;
    static constexpr std::size_t max_key_size = max_object_size;
    static constexpr std::size_t max_string_size = max_object_size;

    static json::error_code read(Memory& memory) {
        memory.nodes.clear();
        memory.chars.clear();
        memory.open.clear();
        json::parse_options options;
        options.max_depth = most_levels;
        json::basic_parser<Builder> parser(options, memory);
        json::error_code error;
        std::string_view const text = memory.text;
        auto const read = parser.write_some(false, text.data(), text.size(), error);
        if (!error && read < text.size()) error = json::error::extra_data;
        return error;
    }

    explicit Builder(Memory& memory)
        : source_(memory.text), nodes_(memory.nodes), chars_(memory.chars), open_(memory.open) {}

    bool on_document_begin(json::error_code&) { return true; }
    bool on_document_end(json::error_code&) { return true; }
    bool on_array_begin(json::error_code&) { return begin(Kind::list); }
    bool on_array_end(std::size_t size, json::error_code&) {
        end(size);
        return true;
    }
    bool on_object_begin(json::error_code&) { return begin(Kind::object); }
    bool on_object_end(std::size_t size, json::error_code& error) {
        if (!has_field_twice(end(size))) return true;
        error = json::error::extra_data;
        return false;
    }
    bool on_key_part(json::string_view part, std::size_t, json::error_code&) { return append(part); }
    bool on_key(json::string_view part, std::size_t size, json::error_code&) {
        name_ = whole(part, size);
        return true;
    }
    bool on_string_part(json::string_view part, std::size_t, json::error_code&) { return append(part); }
    bool on_string(json::string_view part, std::size_t size, json::error_code&) {
        return add(Kind::string, whole(part, size));
    }
    bool on_number_part(json::string_view, json::error_code&) { return true; }
    bool on_int64(std::int64_t number, json::string_view text, json::error_code&) {
        return add(Kind::number, text, static_cast<double>(number));
    }
    bool on_uint64(std::uint64_t number, json::string_view text, json::error_code&) {
        return add(Kind::number, text, static_cast<double>(number));
    }
    bool on_double(double number, json::string_view text, json::error_code&) {
        // Boost.JSON's conversion can be wrong in the last digits, so the text is converted again.
        auto exact = 0.0;
        if (std::from_chars(text.data(), text.data() + text.size(), exact).ec == std::errc())
            return add(Kind::number, text, exact);
        // Too small, which is still no whole number, or too large.
        using Limits = std::numeric_limits<double>;
        auto const size = std::abs(number) < 1 ? Limits::denorm_min() : Limits::infinity();
        return add(Kind::number, text, text.front() == '-' ? -size : size);
    }
    bool on_bool(bool value, json::error_code&) { return add(Kind::boolean, value ? "true" : "false", value ? 1 : 0); }
    bool on_null(json::error_code&) { return add(Kind::null, "null"); }
    bool on_comment_part(json::string_view, json::error_code&) { return true; }
    bool on_comment(json::string_view, json::error_code&) { return true; }

private:
    bool add(Kind kind, std::string_view text, double number = 0) {
        auto const without_minus_zero = number == 0 ? 0 : number;
        nodes_.push_back({.kind = kind, .name = std::exchange(name_, {}), .text = text, .number = without_minus_zero});
        return true;
    }

    bool begin(Kind kind) {
        open_.push_back(static_cast<std::uint32_t>(nodes_.size()));
        return add(kind, {});
    }

    /// Closes the innermost open list or object. \returns its node, with size and extent set
    Node const& end(std::size_t size) {
        auto const index = open_.back();
        open_.pop_back();
        auto& node = nodes_[index];
        node.size = static_cast<std::uint32_t>(size);
        node.extent = static_cast<std::uint32_t>(nodes_.size()) - index;
        return node;
    }

    bool append(std::string_view part) {
        // Views point into `chars_`, so it must never reallocate. It never needs more characters than the text has.
        chars_.reserve(source_.size());
        chars_.insert(chars_.end(), part.begin(), part.end());
        return true;
    }

    /// The complete string of `size` bytes, of which this is the last part: a view into the text if it has no escapes,
    /// otherwise into `Memory::chars`.
    std::string_view whole(std::string_view part, std::size_t size) {
        if (part.size() == size && is_in_source(part)) return part;
        append(part);
        return {chars_.data() + chars_.size() - size, size};
    }

    bool is_in_source(std::string_view part) const {
        constexpr std::less_equal<> is_up_to;
        return is_up_to(source_.data(), part.data()) &&
               is_up_to(part.data() + part.size(), source_.data() + source_.size());
    }

    static bool has_field_twice(Node const& object) {
        auto const* const end = &object + object.extent;
        // A cheap filter first: names with different hash bits differ, so most objects need no sorting.
        std::uint64_t seen = 0;
        auto may_repeat = false;
        for (auto const* field = &object + 1; field != end; field += field->extent) {
            auto const bit = hash_bit(field->name);
            may_repeat |= (seen & bit) != 0;
            seen |= bit;
        }
        if (!may_repeat) return false;
        std::vector<std::string_view> names;
        for (auto const* field = &object + 1; field != end; field += field->extent) names.push_back(field->name);
        std::sort(names.begin(), names.end());
        return std::adjacent_find(names.begin(), names.end()) != names.end();
    }

    /// One of 64 bits, chosen by the name's first character and its length.
    static std::uint64_t hash_bit(std::string_view name) {
        auto const first = name.empty() ? 0u : static_cast<unsigned char>(name.front());
        return std::uint64_t(1) << ((first + 3 * name.size()) % 64);
    }

    std::string_view const source_;
    std::vector<Node>& nodes_;
    std::vector<char>& chars_;
    std::vector<std::uint32_t>& open_;
    /// The field name of the next value.
    std::string_view name_;
};

JsonTree::JsonTree() : memory_(Spare::take()) {
    if (!memory_) memory_ = std::make_unique<Memory>();
}

void JsonTree::give_back() {
    auto const size = memory_->nodes.capacity() * sizeof(Node) + memory_->chars.capacity() + memory_->text.capacity();
    if (size <= largest_spare) Spare::give(std::move(memory_));
}

std::optional<JsonTree> JsonTree::parse(std::string_view text) {
    std::optional<JsonTree> tree = JsonTree();
    auto& memory = *tree->memory_;
    memory.text = text;
    auto error = Builder::read(memory);
    if (error == json::error::exponent_overflow) {
        memory.text = with_short_exponents(text);
        error = Builder::read(memory);
    }
    if (error) tree.reset();
    return tree;
}

std::optional<JsonValue> JsonTree::take(std::string_view name) {
    auto& nodes = memory_->nodes;
    auto const found = root().find(name);
    if (found) {
        nodes[static_cast<std::size_t>(found->node_ - nodes.data())].taken = true;
        --nodes.front().size;
    }
    return found;
}

void JsonValue::append_to(JsonText& out) const {
    if (is_string()) {
        append_string(out, string());
    } else if (is_number() && std::isfinite(number())) {
        // Not its text, which may have thousands of zeros.
        append_number(out, number());
    } else if (!node_->text.empty()) {
        out += node_->text;
    } else {
        out += is_list() ? '[' : '{';
        auto first = true;
        for (auto const value : *this) {
            if (!std::exchange(first, false)) out += ',';
            if (is_object()) {
                append_string(out, value.name());
                out += ':';
            }
            value.append_to(out);
        }
        out += is_list() ? ']' : '}';
    }
}

bool operator==(JsonValue one, JsonValue other) {
    if (one.node_->kind != other.node_->kind || one.size() != other.size()) return false;
    if (one.is_number()) return one.number() == other.number();
    if (one.node_->text != other.node_->text) return false;
    auto place = other.begin();
    for (auto const part : one) {
        auto const found = one.is_list() ? std::optional(*place) : other.find(part.name());
        if (!found || !(part == *found)) return false;
        ++place;
    }
    return true;
}

std::string JsonValue::text() const {
    if (!is_string() && !node_->text.empty()) return std::string(node_->text);
    JsonText out;
    append_to(out);
    return out.str();
}

} // namespace tefuda::codec
