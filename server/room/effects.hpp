// What comes of a command to a room: the room itself touches no socket, no timer and no bot.
#pragma once

#include "protocol/client_message.hpp"
#include "server/match/bot_view.hpp"
#include "rules/core/seat.hpp"
#include "server/room/match_clock.hpp"
#include "server/journal/unit_bytes.hpp"
#include "server/metrics/game_metrics.hpp"
#include "server/room/deliveries.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// A seat that a built-in bot has to decide for: it is given what that seat knows and nothing else.
struct BotTask {
    Seat seat;
    std::int64_t decision;
    BotLevel level;
    /// The game waits for this seat; otherwise the bot may let the chance pass.
    bool must_act;
    std::string legal; ///< JSON text
    /// Null where the level or the game needs none.
    std::shared_ptr<BotView const> bot_view = nullptr;
};

struct Effects {
    Deliveries deliveries;
    std::vector<BotTask> bot_tasks;
    /// What must be durable before any of this is let out; nothing where no journal is kept.
    Changes changes;
    /// What is to be logged and counted then.
    std::vector<std::function<void()>> notes;
    /// Somebody tried a token that opens nothing.
    bool wrong_token = false;
    /// They come of an accepted action: whose.
    std::optional<Actor> acted;
    bool match_ended = false;
    /// When the match's newest update came about, while it is not among the deliveries: Room::write_update.
    std::optional<TimePoint> update_due;

    void send(ClientSessionPtr const& to, std::string_view text) {
        deliveries.write() += text;
        deliveries.to(to);
    }
};

} // namespace tefuda::server
