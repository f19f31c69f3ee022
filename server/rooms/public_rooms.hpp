// What lists show: the public rooms that are in memory here, and those that run on other servers.
#pragma once

#include "server/room/room.hpp"
#include "server/rooms/room_list.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>

namespace tefuda::server {

/// Thread-safe, but for what a cluster's watch calls.
class PublicRooms {
public:
    /// As RoomList::find.
    RoomList::Found find(RoomList::Query const& query) const { return list_.find(query); }

    /// A room is here, or what lists show of it has changed. \param epoch of its claim
    void update(Room const& room, std::int64_t epoch);
    void hide(std::string const& code) { list_.hide(code); }

    // For the watch of a store that several servers share, on its thread.

    /// Told after each change of a room that is here; to be set before anything else.
    using OnListed = std::function<void(RoomClaim claim, int spectators)>;
    void on_listed(OnListed told) { on_listed_ = std::move(told); }
    /// A room as lists show it.
    struct Listed {
        std::int64_t created;
        std::string game;
        std::string summary; ///< JSON text of RoomSummary
    };
    /// \param rooms of all servers, by code; they replace those of the last call
    /// \param is_here of a code: the room is listed by itself. No room comes or goes during the call
    void list_elsewhere(std::map<std::string, Listed> const& rooms,
                        std::function<bool(std::string const& code)> const& is_here);

private:
    RoomList list_;
    OnListed on_listed_;
    /// By its code, a room in the list that was shown as running elsewhere.
    std::unordered_set<std::string> elsewhere_;
};

} // namespace tefuda::server
