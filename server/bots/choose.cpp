#include "server/bots/bot.hpp"

namespace tefuda::server {

std::optional<std::string> choose(BotTask const& task, search::Budget const& budget, BotRandom& random) {
    if (task.level == BotLevel::easy && task.view)
        if (auto action = task.view->as_beginner(random)) return action;
    if (task.level == BotLevel::easy || !task.view) return choose_easy(task, random);
    if (task.level == BotLevel::normal || budget.iterations == 0) return task.view->by_rules_of_thumb(random);
    return task.view->by_search(budget, random);
}

std::optional<Consideration> consider(BotTask const& task, search::Budget const& budget, BotRandom& random) {
    if (task.view && budget.iterations > 0) return task.view->consider(budget, random, {});
    auto action = task.view ? task.view->by_rules_of_thumb(random) : choose_easy(task, random);
    return action ? std::optional(Consideration{std::move(*action), {}}) : std::nullopt;
}

} // namespace tefuda::server
