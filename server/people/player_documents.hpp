// What is shown of players: profiles, results, running games, and all that the server keeps of one.
#pragma once

#include "server/people/personal_call.hpp"
#include "server/people/player_table.hpp"
#include "server/people/result_table.hpp"
#include "server/room/room_registry.hpp"

#include <string>
#include <string_view>

namespace tefuda::server {

/// For the thread of the players.
class PlayerDocuments {
public:
    /// \param store of rooms; null: none is kept
    PlayerDocuments(PlayerTable& players, ResultTable& results, RoomRegistry& rooms, Store* store)
        : players_(players), results_(results), rooms_(rooms), store_(store) {}

    /// `/api/me/games`. \pre somebody asks
    void games(PersonalCall const& call, PersonalReply const& reply);
    /// `/api/me/export`. \pre somebody asks
    HttpReply export_all(PersonalCall const& call);
    HttpReply profile(std::string const& id);
    HttpReply results(std::string const& id, std::string_view query);
    /// The replay without the players that there are no more.
    HttpReply without_gone(HttpReply const& replay);

private:
    PlayerTable& players_;
    ResultTable& results_;
    RoomRegistry& rooms_;
    Store* const store_;
};

} // namespace tefuda::server
