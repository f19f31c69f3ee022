// Built-in players. Secrecy: a bot gets its seat's templates and BotView, never the match.
#pragma once

#include "server/bots/bot_task.hpp"

#include <optional>
#include <string>

namespace tefuda::server {

/// The bots' random numbers. Independent of the match's chance.
using BotRandom = search::Random;

/// Fills in a random template; those of the task's `seldom` only rarely.
/// \returns a legal action, JSON text; nothing if the bot need not act and does not want to
std::optional<std::string> choose_easy(BotTask const& task, BotRandom& random);

/// Decides according to the task's level: `easy` as a beginner where the game has such play and at random otherwise,
/// `normal` by the game's rules of thumb, `hard` by a search.
/// In a game without rules of thumb all levels play at random.
/// \param budget the limits of a search; with 0 iterations `hard` plays like `normal`
/// \returns as `choose_easy`
std::optional<std::string> choose(BotTask const& task, search::Budget const& budget, BotRandom& random);

/// As `choose` at the level `hard`, with the values of the actions that were compared.
std::optional<Consideration> consider(BotTask const& task, search::Budget const& budget, BotRandom& random);

} // namespace tefuda::server
