// Which messages are for a room, and which the server answers itself.
#pragma once

#include "server/room/room.hpp"

#include <string>

namespace tefuda::server {

/// The room that a message is for; null for a message that the server answers itself.
std::string const* room_of(ClientMessage const& message);

/// \pre room_of(message) is not null
RoomMessage to_room_message(ClientMessage&& message);

} // namespace tefuda::server
