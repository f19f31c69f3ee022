// What is shown of players: profiles, results, running games, and all that the server keeps of one.
#pragma once

#include "server/people/call.hpp"
#include "server/people/player_export.hpp"
#include "server/people/player_table.hpp"
#include "server/people/result_table.hpp"
#include "server/rooms/room_registry.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// For the thread of the players.
class PlayerDocuments {
public:
    /// \param boards_of as People::Environment; empty: there are no boards
    PlayerDocuments(PlayerTable& players, ResultTable& results, RoomRegistry& rooms,
                    std::function<std::string(std::string const& player, Moment const& now)> boards_of = {})
        : players_(players), results_(results), rooms_(rooms), boards_of_(std::move(boards_of)) {}

    /// `/api/me/games`. \pre somebody asks
    void games(Call const& call);
    // `/api/me/export`: what it begins with, and its lists.
    std::string export_head(Player const& player);
    std::vector<ExportList> export_lists(std::string const& player);
    HttpReply profile(Call const& call);
    HttpReply results(Call const& call);

private:
    PlayerTable& players_;
    ResultTable& results_;
    RoomRegistry& rooms_;
    std::function<std::string(std::string const& player, Moment const& now)> const boards_of_;
};

} // namespace tefuda::server
