// What the next match of a room is, its game, options, seats and clock, and when a new evening begins.
#pragma once

#include "server/room/match_commands.hpp"
#include "server/room/rejections.hpp"
#include "server/room/room_data.hpp"

namespace tefuda::server {

/// The room's setting as the message wants it, `seats` among them; or why it can't be so.
/// \pre no match is on
OrRejection<RoomSetting> changed_setting(RoomState const& state, ChangeTable const& message);

/// Refers to a room, which must outlive it.
class TableCommands {
public:
    explicit TableCommands(RoomData& room) : room_(room), matches_(room) {}

    // Messages: each answers by itself, or is refused and has changed nothing.
    OrRejection<> on(CommandContext& command, ChangeTable const& message);
    OrRejection<> on(CommandContext& command, NewEvening const& message);

private:
    RoomData& room_;
    MatchCommands matches_;
};

} // namespace tefuda::server
