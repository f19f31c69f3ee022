// What is shown of players: profiles, results, running games, and all that the server keeps of one.
#pragma once

#include "server/people/call.hpp"
#include "server/people/player_table.hpp"
#include "server/people/result_table.hpp"
#include "server/rooms/room_registry.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace tefuda::server {

/// For the thread of the players.
class PlayerDocuments {
public:
    /// \param store of rooms; null: none is kept
    /// \param boards_of as People::Settings; empty: there are no boards
    PlayerDocuments(PlayerTable& players, ResultTable& results, RoomRegistry& rooms, Store* store,
                    std::function<std::string(std::string const& player)> boards_of = {})
        : players_(players), results_(results), rooms_(rooms), store_(store), boards_of_(std::move(boards_of)) {}

    /// `/api/me/games`. \pre somebody asks
    void games(Call const& call);
    /// Does the work on the thread, after what others wait for; or replies that it can't.
    using Later = std::function<void(std::function<void()>)>;
    /// `/api/me/export`, a page of results at a time. \pre somebody asks
    void export_all(Call const& call, Later later);
    HttpReply profile(std::string const& id);
    HttpReply results(Call const& call);
    /// The replay without the players that there are no more.
    HttpReply without_gone(HttpReply const& replay);

private:
    struct Export;

    void go_on(std::shared_ptr<Export> const& under_way);

    PlayerTable& players_;
    ResultTable& results_;
    RoomRegistry& rooms_;
    Store* const store_;
    std::function<std::string(std::string const& player)> const boards_of_;
};

} // namespace tefuda::server
