#include "server/config/config_file.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace tefuda::server {

namespace {

bool is_space(char sign) {
    return std::isspace(static_cast<unsigned char>(sign)) != 0;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

/// A `#` inside a value, such as one of a token, is part of it.
std::string_view without_comment(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i)
        if (line[i] == '#' && (i == 0 || is_space(line[i - 1]))) return line.substr(0, i);
    return line;
}

} // namespace

std::variant<std::vector<ConfigEntry>, ConfigFileError> read_config_file(std::istream& file) {
    std::vector<ConfigEntry> entries;
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        // Some editors begin a file with a byte order mark.
        if (number == 1 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
        auto const content = trimmed(without_comment(line));
        if (content.empty()) continue;
        auto const equals = content.find('=');
        if (equals == std::string_view::npos) return ConfigFileError{number, "this is not \"name = value\""};
        ConfigEntry entry{std::string(trimmed(content.substr(0, equals))),
                          std::string(trimmed(content.substr(equals + 1))), number};
        auto const first = std::ranges::find(entries, entry.name, &ConfigEntry::name);
        if (first != entries.end())
            return ConfigFileError{number,
                                   "\"" + entry.name + "\" stands in line " + std::to_string(first->line) + " already"};
        entries.push_back(std::move(entry));
    }
    return entries;
}

} // namespace tefuda::server
