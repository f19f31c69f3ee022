// What a room asks the built-in bots.
#pragma once

#include "server/bots/bot_pool.hpp"
#include "server/room/advice.hpp"
#include "server/rooms/room_commands.hpp"

#include <functional>
#include <string>

namespace tefuda::server {

/// Asks for decisions and advice. Each answer is a task for the room.
class RoomBots {
public:
    /// Has the room carry out a task, on its executor; called on any thread, also once the room is gone: then it
    /// returns false and drops the task.
    using Submit = std::function<bool(RoomTask task)>;

    explicit RoomBots(BotPool& bots) : bots_(bots) {}

    /// Where there is no memory the caller has its task still.
    void ask(BotTask&& task, BotPayer const& payer, Submit submit);
    /// The client is told at once where it can't be asked now.
    void ask_for_advice(AdviceRequest request, Submit submit);

private:
    BotPool& bots_;
};

} // namespace tefuda::server
