// Built-in players. A bot is given what its seat knows (its templates and a BotView), never the match.
#pragma once

#include "server/room/effects.hpp"

#include <optional>
#include <string>

namespace tefuda::server {

/// Its own randomness: it never comes from a match's stream.
using BotRandom = search::Random;

/// Picks among the templates at random, rarely `hide`.
/// \returns a legal action, JSON text; nothing where the bot lets a chance pass that it need not take
std::optional<std::string> choose_easy(BotTask const& task, BotRandom& random);

/// Decides by the task's level: `easy` at random, `normal` by the game's rules of thumb, `hard` by a search. A game
/// without rules of thumb is played at random.
/// \param budget for a search; one without iterations has `hard` play as `normal`
std::optional<std::string> choose(BotTask const& task, search::Budget const& budget, BotRandom& random);

} // namespace tefuda::server
