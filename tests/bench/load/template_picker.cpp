#include "tests/bench/load/template_picker.hpp"

#include "server/bots/bot.hpp"

#include <stdexcept>
#include <vector>

namespace tefuda::bench {

namespace {

/// The texts of the list's objects; finds them by counting braces.
std::vector<std::string_view> split(std::string_view legal) {
    std::vector<std::string_view> templates;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t at = 1; at < legal.size(); ++at) {
        if (legal[at] == '{' && depth++ == 0) begin = at;
        if (legal[at] == '}' && --depth == 0) templates.push_back(legal.substr(begin, at + 1 - begin));
        if (legal[at] == ']' && depth == 0) break;
    }
    return templates;
}

/// The action of a template without choices: its text without the field `optional`.
std::string without_optional(std::string_view wanted) {
    constexpr std::string_view name = ",\"optional\":[";
    auto const at = wanted.find(name);
    std::string action(wanted.substr(0, at));
    if (at != std::string_view::npos) action += wanted.substr(wanted.find(']', at) + 1);
    return action;
}

} // namespace

std::string pick_action(std::string_view legal, std::mt19937_64& random) {
    auto const templates = split(legal);
    if (templates.empty()) throw std::runtime_error("a decision without templates");
    auto const wanted = templates[random() % templates.size()];
    if (wanted.find("\"choose\"") == std::string_view::npos) return without_optional(wanted);
    server::BotTask const task{.seat = Seat(0),
                               .decision = 0,
                               .level = BotLevel::easy,
                               .must_act = true,
                               .legal = "[" + std::string(wanted) + "]"};
    return *server::choose_easy(task, random);
}

} // namespace tefuda::bench
