// What people in a room tell each other and the operator: chat, the link to a call, reports.
#pragma once

#include "server/room/room_data.hpp"

namespace tefuda::server {

/// Refers to a room, which must outlive it.
class TalkCommands {
public:
    explicit TalkCommands(RoomData& room) : room_(room) {}

    // Messages: each answers by itself, or is refused and has changed nothing.
    OrRejection<> on(CommandContext& command, Chat const& message);
    OrRejection<> on(CommandContext& command, Report const& message);
    OrRejection<> on(CommandContext& command, SetCall const& message);

private:
    RoomData& room_;
};

} // namespace tefuda::server
