// What clients are told where a room does not carry out their messages, or ends here.
#pragma once

#include "server/rooms/room_commands.hpp"

#include <string_view>

namespace tefuda::server {

/// The answer to a message. \param reason such as `can_not_now`
void answer_unavailable(RoomRequest&& request, std::string_view reason);

/// The answer where the room has left the memory; `answered` is for the caller.
void refuse_as_gone(RoomRequest&& request);
/// The room is another server's: a `join` or `resume` is handed back to its session, which routes it again; every other
/// message is answered.
void refuse_as_moved(RoomRequest&& request);

/// To everybody in a room that has failed: their connections are closed, and they come back by connecting again.
void tell_failed(Room const& room);
/// To everybody in a room that another server has claimed.
void tell_moved(Room const& room);

} // namespace tefuda::server
