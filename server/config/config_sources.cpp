#include "server/config/config_sources.hpp"

#include "server/config/flags.hpp"
#include "server/config/settings.hpp"

#include <CLI/CLI.hpp>
#include <boost/algorithm/string/trim.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

namespace tefuda::server {

namespace {

/// How many letters must be added, removed or replaced (Levenshtein).
std::size_t edits_between(std::string_view one, std::string_view other) {
    std::vector<std::size_t> edits(other.size() + 1);
    std::iota(edits.begin(), edits.end(), std::size_t(0));
    for (std::size_t i = 0; i < one.size(); ++i) {
        auto diagonal = std::exchange(edits[0], i + 1);
        for (std::size_t j = 0; j < other.size(); ++j) {
            auto const replaced = diagonal + (one[i] == other[j] ? 0 : 1);
            diagonal = edits[j + 1];
            edits[j + 1] = std::min({replaced, edits[j] + 1, diagonal + 1});
        }
    }
    return edits.back();
}

bool is_space(char sign) {
    return std::isspace(static_cast<unsigned char>(sign)) != 0;
}

/// A `#` inside a value, such as one of a token, is part of it.
std::string without_comment(std::string const& line) {
    for (std::size_t i = 0; i < line.size(); ++i)
        if (line[i] == '#' && (i == 0 || is_space(line[i - 1]))) return line.substr(0, i);
    return line;
}

/// The texts in a document are Markdown.
std::string without_backquotes(std::string text) {
    std::erase(text, '`');
    return text;
}

struct Line {
    std::string value;
    std::size_t number; ///< counted from 1
};

using Lines = std::map<std::string, Line>; ///< by the setting's name

[[noreturn]] void refuse(std::string const& file, std::size_t line, std::string const& problem) {
    throw CLI::ValidationError(file + ":" + std::to_string(line) + ": " + problem);
}

/// Reads all lines `name = value`. Empty lines are left out, and so is what follows a `#` at the beginning of a line or
/// behind white space.
Lines read_lines(std::string const& path) {
    std::ifstream file(path);
    if (!file) throw CLI::ValidationError("--config: can't read " + path);
    Lines lines;
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        // Some editors begin a file with a byte order mark.
        if (number == 1 && line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
        auto const content = boost::algorithm::trim_copy(without_comment(line));
        if (content.empty()) continue;
        auto const equals = content.find('=');
        if (equals == std::string::npos) refuse(path, number, "this is not \"name = value\"");
        auto const name = boost::algorithm::trim_copy(content.substr(0, equals)),
                   value = boost::algorithm::trim_copy(content.substr(equals + 1));
        auto const flag = std::ranges::find(all_flags(), name, &Flag::name);
        if (flag == all_flags().end()) refuse(path, number, "there is no \"" + name + "\"");
        if (flag->setting.is_switch && value != "true" && value != "false")
            refuse(path, number, "\"" + name + "\" is true or false, not \"" + value + "\"");
        auto const [first, is_new] = lines.try_emplace(name, Line{value, number});
        if (!is_new)
            refuse(path, number,
                   "\"" + name + "\" stands in line " + std::to_string(first->second.number) + " already");
    }
    return lines;
}

} // namespace

void describe_settings(CLI::App& app) {
    for (auto const& flag : all_flags()) {
        auto const name = "--" + flag.name;
        auto const text = without_backquotes(flag.text);
        auto* const option = flag.setting.is_switch ? app.add_flag(name) : app.add_option(name);
        option->description(text)->envname(flag.variable());
        if (!flag.setting.is_switch) option->type_name(flag.value);
        if (auto const value = flag.default_value(); !flag.setting.is_switch && !value.empty())
            option->default_str(value);
        if (!flag.otherwise.empty())
            option->description(text + " (default: " + without_backquotes(flag.otherwise) + ")");
        if (flag.is_limit) option->group("Limits");
    }
}

void remove_variables_of_kubernetes() {
    for (auto const& flag : all_flags()) {
        auto const name = flag.variable();
        auto const* value = name.ends_with("_PORT") ? std::getenv(name.c_str()) : nullptr;
        if (value && std::string_view(value).find("://") != std::string_view::npos) unsetenv(name.c_str());
    }
}

void read_settings(CLI::App& app, std::string const& file, Config& config) {
    auto const lines = file.empty() ? Lines() : read_lines(file);
    for (auto const& flag : all_flags()) {
        auto const& given = app.get_option("--" + flag.name)->results();
        auto const line = lines.find(flag.name);
        if (given.empty() && line == lines.end()) continue;
        auto const fault = flag.setting.set(config, given.empty() ? line->second.value : given.back());
        if (fault.empty()) continue;
        auto const problem = "--" + flag.name + ": " + fault;
        if (given.empty()) refuse(file, line->second.number, problem);
        throw CLI::ValidationError(problem);
    }
}

std::string misspelt_variable() {
    constexpr std::string_view prefix = "TEFUDA_";
    constexpr std::size_t few = 2;
    std::vector<std::string> known{"TEFUDA_CONFIG"};
    for (auto const& flag : all_flags()) known.push_back(flag.variable());
    for (auto* const* entry = environ; *entry; ++entry) {
        std::string_view const variable(*entry);
        auto const name = variable.substr(0, variable.find('='));
        if (!name.starts_with(prefix) || std::ranges::count(known, name) > 0) continue;
        for (auto const& right : known)
            if (edits_between(name, right) <= few) return std::string(name) + ": did you mean " + right + "?";
    }
    return {};
}

std::string config_template() {
    std::ostringstream text;
    text << "# The configuration of tefuda-server: a flag and its value in each line. Remove the # before a line to "
            "set it.\n"
            "# A variable of the environment wins over this file, a flag over both.\n";
    for (auto const& flag : all_flags()) {
        auto const value = flag.default_value();
        text << "\n# " << without_backquotes(flag.text);
        if (!flag.otherwise.empty()) text << " (default: " << without_backquotes(flag.otherwise) << ')';
        text << "\n#" << flag.name << " =" << (value.empty() ? "" : " " + value) << '\n';
    }
    return text.str();
}

} // namespace tefuda::server
