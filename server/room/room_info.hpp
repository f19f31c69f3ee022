// What a room says about itself.
#pragma once

#include "protocol/server_message.hpp"
#include "server/room/presence.hpp"
#include "server/room/room_state.hpp"

namespace tefuda::server {

/// The message `room`.
RoomInfo info_of(RoomState const& state, Presence const& presence);

/// The room as lists show it. \param spectators how many watch
RoomSummary summary_of(RoomState const& state, int spectators);

} // namespace tefuda::server
