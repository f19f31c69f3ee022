#include "protocol/codec/read_json.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace tefuda::codec {

namespace {

using Json = nlohmann::json;

/// The parser would skip a byte order mark, and would take a NUL for the end of the text.
bool has_what_the_parser_overlooks(std::string_view text) {
    return text.starts_with("\xef\xbb\xbf") || text.find('\0') != std::string_view::npos;
}

std::optional<Json> parse(std::string_view text) {
    std::vector<std::vector<std::string>> open_objects;
    bool twice = false;
    auto const watch = [&](int, Json::parse_event_t event, Json& parsed) {
        if (event == Json::parse_event_t::object_start) {
            open_objects.emplace_back();
        } else if (event == Json::parse_event_t::object_end) {
            auto& fields = open_objects.back();
            std::sort(fields.begin(), fields.end());
            twice = twice || std::adjacent_find(fields.begin(), fields.end()) != fields.end();
            open_objects.pop_back();
        } else if (event == Json::parse_event_t::key) {
            open_objects.back().push_back(parsed.get_ref<std::string const&>());
        }
        return true;
    };
    auto json = Json::parse(text, watch, false);
    if (json.is_discarded() || twice) return std::nullopt;
    return json;
}

/// Takes digits off the front. \returns how many there were
std::size_t take_digits(std::string_view& text) {
    auto const count = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(count);
    return count;
}

bool take(std::string_view& text, std::string_view one_of) {
    auto const there = !text.empty() && one_of.find(text.front()) != std::string_view::npos;
    if (there) text.remove_prefix(1);
    return there;
}

/// Whether a word is a number as JSON has them.
bool is_number(std::string_view word) {
    take(word, "-");
    if (!take(word, "0") && take_digits(word) == 0) return false;
    if (take(word, ".") && take_digits(word) == 0) return false;
    if (take(word, "eE")) {
        take(word, "+-");
        if (take_digits(word) == 0) return false;
    }
    return word.empty();
}

std::string finite(std::string word) {
    if (!is_number(word) || !std::isinf(std::strtod(word.c_str(), nullptr))) return word;
    return word.front() == '-' ? "-1.7976931348623157e308" : "1.7976931348623157e308";
}

/// How long the string is that the text begins with, its quotes included.
std::size_t string_length(std::string_view text) {
    std::size_t end = 1;
    while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
}

std::string with_finite_numbers(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        auto length = std::min(text.find_first_not_of("+-.0123456789eE"), text.size());
        if (length > 0) {
            result += finite(std::string(text.substr(0, length)));
        } else {
            length = text.front() == '"' ? string_length(text) : 1;
            result += text.substr(0, length);
        }
        text.remove_prefix(length);
    }
    return result;
}

} // namespace

std::optional<Json> read_json(std::string_view text) {
    if (has_what_the_parser_overlooks(text)) return std::nullopt;
    if (auto json = parse(text)) return json;
    // The parser gives up at a number that is too large: rare, and only then read twice.
    auto const finite_text = with_finite_numbers(text);
    return finite_text == text ? std::nullopt : parse(finite_text);
}

} // namespace tefuda::codec
