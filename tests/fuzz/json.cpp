// Fuzzes JsonTree with JSON texts. It must accept the same texts as nlohmann::json, except those with duplicate fields,
// and read the same values. The text that it writes must parse to the same tree.
#include "protocol/codec/json_tree.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <set>

using namespace tefuda;
using nlohmann::json;

namespace {

[[noreturn]] void broken(std::string_view what, std::string_view text) {
    std::cerr << what << ": " << text << '\n';
    std::abort();
}

json values_of(codec::JsonValue value) {
    if (value.is_null()) return nullptr;
    if (value.is_boolean()) return value.boolean();
    // nlohmann::json reads a number that is too small for a double as 0, JsonTree as the smallest double.
    if (value.is_number() && std::fpclassify(value.number()) == FP_SUBNORMAL) return json::parse(value.text());
    if (value.is_number()) return value.number();
    if (value.is_string()) return std::string(value.string());
    auto all = value.is_list() ? json::array() : json::object();
    for (auto const item : value) {
        if (value.is_list())
            all.push_back(values_of(item));
        else
            all[std::string(item.name())] = values_of(item);
    }
    return all;
}

/// Parses with nlohmann::json; returns nothing if the text is invalid or has a duplicate field.
std::optional<json> read_otherwise(std::string_view text) {
    std::vector<std::set<std::string>> names;
    auto twice = false;
    auto const note_names = [&](int, json::parse_event_t event, json const& value) {
        if (event == json::parse_event_t::object_start) names.emplace_back();
        if (event == json::parse_event_t::object_end) names.pop_back();
        if (event == json::parse_event_t::key) twice = !names.back().insert(value.get<std::string>()).second || twice;
        return true;
    };
    try {
        auto value = json::parse(text, note_names);
        return twice ? std::nullopt : std::optional(std::move(value));
    } catch (json::parse_error const&) {
        return std::nullopt;
    }
}

void check(std::string_view text) {
    auto const tree = codec::JsonTree::parse(text);
    if (tree) {
        auto const written = tree->root().text();
        auto const again = codec::JsonTree::parse(written);
        if (!again || again->root().text() != written) broken("the written text is not parsed to the same tree", text);
    }
    auto const other = read_otherwise(text);
    if (tree.has_value() != other.has_value())
        broken(tree ? "parsed, but is not valid JSON" : "not parsed, but is valid JSON", text);
    if (tree && values_of(tree->root()) != *other) broken("parsed to other values", text);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    // Exclude texts that nlohmann::json treats differently: it stops at a NUL and skips a byte order mark.
    if (text.find('\0') != text.npos || text.starts_with("\xef")) return 0;
    try {
        check(text);
    } catch (json::out_of_range const&) {
        // nlohmann::json rejects numbers beyond a double's range; JsonTree accepts them.
    }
    return 0;
}
