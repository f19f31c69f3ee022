// The effects of a command on a room: the room itself touches no socket, no timer, no store and no bot.
#pragma once

#include "server/metrics/game_metrics.hpp"
#include "server/room/advice.hpp"
#include "server/room/outgoing_messages.hpp"
#include "server/store/change.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace tefuda::server {

struct Effects {
    /// To be stored before anything else here is published.
    std::vector<Change> changes;
    /// What outlasts a room that no journal keeps.
    std::vector<Change> unstored{};
    OutgoingMessages messages;
    std::vector<BotTask> bot_tasks;
    /// Clients who are to be told what a bot would do.
    std::vector<AdviceRequest> advice;
    /// Log lines, counters and the like, to be called when the effects are published.
    std::vector<std::function<void()>> notes;
    /// A token was tried that opens no seat.
    bool wrong_token = false;
    /// Who made the action that was accepted, if one was.
    std::optional<Actor> acted;
    bool match_began = false;
    bool match_ended = false;
};

} // namespace tefuda::server
