// What links to tables and replays show where they are posted.
#pragma once

#include "protocol/server_message.hpp"
#include "server/net/service.hpp"

namespace tefuda::server {

/// Of a link that leads to no room.
PagePreview preview_of_nothing();

/// Says no more than the summary, and no names of people.
PagePreview preview_of_room(RoomSummary const& room);
PagePreview preview_of_replay(RoomSummary const& room);

} // namespace tefuda::server
