#include "server/config/config_sources.hpp"

#include "server/config/config_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
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

bool is_switch(CLI::Option const& option) {
    return option.get_expected_max() == 0;
}

/// Whether the option may stand in a file: it has a value that lasts, and does not name the file itself.
bool may_be_in_file(CLI::Option const& option) {
    return !option.get_envname().empty() && option.get_single_name() != "config";
}

} // namespace

void remove_variables_of_kubernetes(CLI::App const& app) {
    for (auto const* option : app.get_options()) {
        auto const& name = option->get_envname();
        auto const* value = name.ends_with("_PORT") ? std::getenv(name.c_str()) : nullptr;
        if (value && std::string_view(value).find("://") != std::string_view::npos) unsetenv(name.c_str());
    }
}

void refuse_wrong_variables(CLI::App& app) {
    for (auto* option : app.get_options()) {
        auto const* value = std::getenv(option->get_envname().c_str());
        if (!value || !*value || option->count() > 0) continue;
        option->add_result(std::string(value));
        option->run_callback();
    }
}

std::string misspelt_variable(CLI::App const& app) {
    constexpr std::string_view prefix = "TEFUDA_";
    constexpr std::size_t few = 2;
    std::vector<std::string> known;
    for (auto const* option : app.get_options()) known.push_back(option->get_envname());
    for (auto* const* entry = environ; *entry; ++entry) {
        std::string_view const variable(*entry);
        auto const name = variable.substr(0, variable.find('='));
        if (!name.starts_with(prefix) || std::ranges::count(known, name) > 0) continue;
        for (auto const& right : known)
            if (edits_between(name, right) <= few) return std::string(name) + ": did you mean " + right + "?";
    }
    return {};
}

void apply_config_file(CLI::App& app, std::string const& path) {
    auto const fail = [&](std::size_t line, std::string const& problem) {
        throw CLI::ValidationError(path + ":" + std::to_string(line) + ": " + problem);
    };
    std::ifstream file(path);
    if (!file) throw CLI::ValidationError("--config: can't read " + path);
    auto const read = read_config_file(file);
    if (auto const* error = std::get_if<ConfigFileError>(&read)) fail(error->line, error->message);
    for (auto const& [name, value, line] : std::get<std::vector<ConfigEntry>>(read)) {
        auto* const option = name.empty() ? nullptr : app.get_option_no_throw("--" + name);
        if (!option || !may_be_in_file(*option)) fail(line, "there is no \"" + name + "\"");
        if (is_switch(*option) && value != "true" && value != "false")
            fail(line, "\"" + name + "\" is true or false, not \"" + value + "\"");
        if (option->count() > 0) continue;
        try {
            option->add_result(value);
            option->run_callback();
        } catch (CLI::ParseError const& problem) {
            fail(line, problem.what());
        }
    }
}

std::string config_template(CLI::App& app) {
    std::ostringstream text;
    text << "# The configuration of tefuda-server: a flag and its value in each line. Remove the # before a line to "
            "set it.\n"
            "# A variable of the environment wins over this file, a flag over both.\n";
    for (auto const* option : app.get_options()) {
        if (!may_be_in_file(*option)) continue;
        auto const value = is_switch(*option) ? "false" : option->get_default_str();
        text << "\n# " << option->get_description() << '\n'
             << '#' << option->get_single_name() << " =" << (value.empty() ? "" : " " + value) << '\n';
    }
    return text.str();
}

} // namespace tefuda::server
