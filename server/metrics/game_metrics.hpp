// What the server counts for each game.
#pragma once

#include "protocol/server_message.hpp"
#include "server/metrics/counter.hpp"

#include <boost/describe/enum.hpp>

#include <functional>
#include <string_view>

namespace tefuda::server {

enum class Actor { client, bot };
BOOST_DESCRIBE_ENUM(Actor, client, bot)

enum class ActionResult { accepted, stale, illegal };
BOOST_DESCRIBE_ENUM(ActionResult, accepted, stale, illegal)

/// What is counted for each game.
struct GameMetrics {
    PerLabel<Gauge, RoomStatus> rooms;
    PerLabel<PerLabel<Counter, ActionResult>, Actor> actions;
    Counter matches_begun;
    Counter matches_ended;
};

/// Takes a lock: to be asked for once, by whoever counts for a game. The reference stays valid.
GameMetrics& game_metrics(std::string_view id);

/// Shows each game that was asked for to a reader, in the order of their ids.
void read_game_metrics(std::function<void(std::string_view id, GameMetrics const&)> const& reader);

/// Counts a room among those of its game and status as long as it lives.
class CountedRoom {
public:
    CountedRoom(GameMetrics& game, RoomStatus status) : game_(game), status_(status) { game_.rooms[status_].add(); }
    CountedRoom(CountedRoom const&) = delete;
    CountedRoom& operator=(CountedRoom const&) = delete;
    ~CountedRoom() { game_.rooms[status_].subtract(); }

    void has(RoomStatus status) {
        if (status == status_) return;
        game_.rooms[status_].subtract();
        game_.rooms[status].add();
        status_ = status;
    }

private:
    GameMetrics& game_;
    RoomStatus status_;
};

} // namespace tefuda::server
