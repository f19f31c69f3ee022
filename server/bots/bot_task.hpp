// A decision that a built-in bot has to make.
#pragma once

#include "protocol/client_message.hpp"
#include "server/match/bot_view.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tefuda::server {

/// Contains only what the seat may know.
struct BotTask {
    Seat seat;
    std::int64_t decision;
    BotLevel level;
    /// Whether the game waits for this seat. If not, the bot may do nothing.
    bool must_act;
    std::string legal; ///< the seat's templates, JSON text
    /// Null if the game has no policy.
    std::shared_ptr<BotView const> view = nullptr;
    /// Of the bot's random numbers.
    std::uint64_t seed = 0;
    /// As Game::seldom.
    std::span<std::string_view const> seldom = {};
    /// Whether the match waits for the answer also where the bot does nothing.
    bool is_awaited = false;
};

} // namespace tefuda::server
