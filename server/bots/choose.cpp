#include "server/bots/bot.hpp"

#include <vector>

namespace tefuda::server {

std::uint64_t bot_seed_of(MatchRecord const& record, Seat seat, std::int64_t decision, int useless_answers) {
    auto const& secret = record.setup.server_seed;
    std::vector<std::uint8_t> bytes(secret.begin(), secret.end());
    for (auto const number :
         {std::int64_t{record.number}, std::int64_t{seat.number()}, decision, std::int64_t{useless_answers}})
        for (auto const digit : '/' + std::to_string(number)) bytes.push_back(static_cast<std::uint8_t>(digit));
    auto const digest = sha256(bytes);
    std::uint64_t seed = 0;
    for (auto const byte : std::span(digest).first<sizeof seed>()) seed = seed << 8 | byte;
    return seed;
}

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
