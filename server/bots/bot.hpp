// Built-in players. A bot is given what its seat knows (its view and its templates), never the match.
#pragma once

#include "server/room/effects.hpp"

#include <optional>
#include <random>
#include <string>

namespace tefuda::server {

/// Its own randomness: it never comes from a match's stream.
using BotRandom = std::mt19937_64;

/// Picks among the templates at random, rarely `hide`.
/// \returns a legal action, JSON text; nothing where the bot lets a chance pass that it need not take
std::optional<std::string> choose_easy(BotTask const& task, BotRandom& random);

/// Decides by the task's level.
std::optional<std::string> choose(BotTask const& task, BotRandom& random);

} // namespace tefuda::server
