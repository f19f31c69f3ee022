// What lists show: the public rooms that are in memory here, and those that run on other servers.
#pragma once

#include "server/room/room.hpp"
#include "server/runtime/guarded.hpp"
#include "server/store/store.hpp"

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tefuda::server {

/// Not thread-safe.
class RoomList {
public:
    /// Maximum number of rooms in one answer.
    static constexpr int page = 200;

    /// Which rooms somebody asks for.
    struct Query {
        /// Only rooms behind this one: the last one of the page before.
        std::optional<std::string> after = std::nullopt;
        /// Only rooms of this game.
        std::optional<std::string> game = std::nullopt;
    };

    /// Shows a room, or what has changed about it.
    /// \param created orders the rooms; constant for a room
    /// \param summary JSON text of a RoomSummary
    void show(std::string const& code, std::int64_t created, std::string_view game, std::string summary);
    void hide(std::string const& code);

    struct Page {
        std::string rooms;                 ///< JSON list of RoomSummary
        std::vector<std::int64_t> created; ///< of each of them, as it was passed to `show`
    };
    /// \returns a page of the rooms that are shown, the newest first. A room that is no longer shown still has its
    /// place as `after`; behind a code that never was in the list, or long ago, there is nothing.
    Page find(Query const& query) const;

private:
    struct Place {
        std::int64_t created;
        std::string code;
        friend auto operator<=>(Place const&, Place const&) = default;
    };
    struct Shown {
        std::string game;
        std::string summary;
    };

    std::map<Place, Shown, std::greater<>> shown_;
    /// The places of each game's rooms, in the same order: a page of them is found without a look at the others.
    std::unordered_map<std::string, std::set<Place, std::greater<>>> of_game_;
    /// When each room was created: of those that are shown, and of some that were.
    std::unordered_map<std::string, std::int64_t> created_;
};

/// Thread-safe, but for what a cluster's watch calls.
class PublicRooms {
public:
    /// As RoomList::find.
    RoomList::Page find(RoomList::Query const& query) const {
        return list_.with([&](RoomList const& list) { return list.find(query); });
    }

    /// A room is here, or what lists show of it has changed. \param epoch of its claim
    void update(Room const& room, std::int64_t epoch);
    void hide(std::string const& code) {
        list_.with([&](RoomList& list) { list.hide(code); });
    }

    // For the watch of a store that several servers share, on its thread.

    /// Told after each change of a room that is here; to be set before anything else.
    using OnListed = std::function<void(RoomClaim claim, RoomPresence presence)>;
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
    Guarded<RoomList> list_;
    OnListed on_listed_;
    /// By its code, a room in the list that was shown as running elsewhere.
    std::unordered_set<std::string> elsewhere_;
};

} // namespace tefuda::server
