#include "server/match/options_schema.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace tefuda::server {

namespace {

using Json = nlohmann::ordered_json;

struct Option {
    std::string name;
    std::vector<Json> values;
};

/// For each option: the index of its value, `absent` or, in a pattern, `any`.
using Choice = std::vector<int>;
constexpr int absent = -1;
constexpr int any = -2;

bool matches(Choice const& choice, Choice const& pattern) {
    for (std::size_t i = 0; i < choice.size(); ++i)
        if (pattern[i] != any && pattern[i] != choice[i]) return false;
    return true;
}

std::vector<Option> options_in(Json const& schema) {
    std::vector<Option> options;
    for (auto const& [name, of] : schema.at("properties").items())
        options.push_back(
            {name, of.contains("enum") ? of["enum"].get<std::vector<Json>>() : std::vector<Json>{false, true}});
    return options;
}

/// Calls `each` with every choice for those options whose flag is set, and `any` for the others.
void for_each_choice(std::vector<Option> const& options, std::vector<bool> const& chosen,
                     std::function<void(Choice const&)> const& each) {
    Choice choice(options.size(), any);
    for (std::size_t i = 0; i < options.size(); ++i)
        if (chosen[i]) choice[i] = absent;
    for (;;) {
        each(choice);
        std::size_t i = 0;
        for (; i < options.size(); ++i) {
            if (!chosen[i]) continue;
            if (++choice[i] < static_cast<int>(options[i].values.size())) break;
            choice[i] = absent;
        }
        if (i == options.size()) return;
    }
}

std::string text_of(std::vector<Option> const& options, Choice const& choice) {
    auto json = Json::object();
    for (std::size_t i = 0; i < options.size(); ++i)
        if (choice[i] != absent) json[options[i].name] = options[i].values[static_cast<std::size_t>(choice[i])];
    return json.dump();
}

Json schema_of(std::vector<Option> const& options, Choice const& pattern) {
    auto schema = Json::object();
    auto absences = Json::array();
    for (std::size_t i = 0; i < options.size(); ++i) {
        auto const& [name, values] = options[i];
        if (pattern[i] == absent) absences.push_back({{"required", Json::array({name})}});
        if (pattern[i] < 0) continue;
        schema["properties"][name] = {{"const", values[static_cast<std::size_t>(pattern[i])]}};
        schema["required"].push_back(name);
    }
    if (!absences.empty()) schema["not"] = {{"anyOf", std::move(absences)}};
    return schema;
}

} // namespace

Json refused_options(Json const& schema, std::function<bool(std::string const& options)> const& refuses) {
    auto const options = options_in(schema);
    std::vector<Choice> refused;
    std::vector<Choice> accepted;
    for_each_choice(options, std::vector<bool>(options.size(), true), [&](Choice const& choice) {
        (refuses(text_of(options, choice)) ? refused : accepted).push_back(choice);
    });

    // The fewest options that are reason enough to refuse come first.
    auto patterns = Json::array();
    for (std::size_t count = 1; count <= options.size() && !refused.empty(); ++count) {
        std::vector<bool> chosen(options.size(), false);
        std::fill_n(chosen.begin(), count, true);
        do {
            for_each_choice(options, chosen, [&](Choice const& pattern) {
                auto const fits = [&](Choice const& choice) { return matches(choice, pattern); };
                if (std::ranges::any_of(accepted, fits) || std::erase_if(refused, fits) == 0) return;
                patterns.push_back(schema_of(options, pattern));
            });
        } while (std::prev_permutation(chosen.begin(), chosen.end()));
    }
    if (patterns.empty()) return Json::object();
    return {{"not", {{"anyOf", std::move(patterns)}}}};
}

} // namespace tefuda::server
