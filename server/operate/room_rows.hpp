// Rooms and connections as the operator sees them.
#pragma once

#include "server/operate/admin_answer.hpp"
#include "server/room/room.hpp"
#include "server/runtime/time.hpp"
#include "server/store/sql.hpp"

#include <string>
#include <vector>

namespace tefuda::server {

/// \param node of this server \param in_full with addresses and chat
RoomRow row_of(Room const& room, Moment const& now, std::string const& node, bool in_full);

/// A room that is in the store alone, or runs on another server.
RoomRow row_of_stored(RoomState const& state, Moment const& now, Nullable<std::string> node, bool in_full);

/// The rooms of all servers of a database that have not finished. Blocks. \throws StoreFailure
std::vector<RoomRow> rows_of_all_servers(Sql& database, Moment const& now);

/// A client in a room.
struct Presentation {
    ParticipantPtr client;
    std::string room;
    std::string name;
};
std::vector<Presentation> people_in(Room const& room);

} // namespace tefuda::server
