// What a room says about itself.
#pragma once

#include "protocol/server_message.hpp"
#include "server/room/presence.hpp"
#include "server/room/room_state.hpp"
#include "server/store/store.hpp"

namespace tefuda::server {

/// The message `room`.
RoomInfo info_of(RoomState const& state, Presence const& presence);

/// The room as lists show it.
RoomSummary summary_of(RoomState const& state, Presence const& presence);
/// As lists show a room that runs on another server.
RoomSummary summary_of_other(RoomState const& state, RoomPresence const& presence);
RoomPresence presence_of(RoomState const& state, Presence const& presence);
/// As one shows that is in the store alone.
RoomSummary summary_of_stored(RoomState const& state);

} // namespace tefuda::server
