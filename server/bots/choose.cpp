#include "server/bots/bot.hpp"

namespace tefuda::server {

std::optional<std::string> choose(BotTask const& task, search::Budget const& budget, BotRandom& random) {
    if (task.level == BotLevel::easy || !task.view) return choose_easy(task, random);
    if (task.level == BotLevel::normal || budget.iterations == 0) return task.view->by_rules_of_thumb(random);
    return task.view->by_search(budget, random);
}

} // namespace tefuda::server
