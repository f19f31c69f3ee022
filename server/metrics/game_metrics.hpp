// Metrics of each game.
#pragma once

#include "protocol/server_message.hpp"
#include "server/metrics/counter.hpp"

#include <boost/describe/enum.hpp>

#include <functional>
#include <string_view>

namespace tefuda::server {

BOOST_DEFINE_ENUM_CLASS(Actor, client, bot)

BOOST_DEFINE_ENUM_CLASS(ActionResult, accepted, stale, illegal)

/// The metrics of one game. Thread-safe.
struct GameMetrics {
    PerLabel<Gauge, RoomStatus> rooms;
    PerLabel<PerLabel<Counter, ActionResult>, Actor> actions;
    Counter matches_begun;
    Counter matches_ended;
};

/// The metrics of the game with this id, which are created at the first call. Thread-safe. The reference stays valid
/// until the process exits. Takes a lock: call it once and keep the reference.
GameMetrics& game_metrics(std::string_view id);

/// Calls the reader for each game that `game_metrics` has created, ordered by id. Thread-safe. The reader must not call
/// `game_metrics`: the lock is held.
void read_game_metrics(std::function<void(std::string_view id, GameMetrics const&)> const& reader);

/// Counts one room in the gauge of its game and status, until it is destroyed.
class CountedRoom {
public:
    CountedRoom(GameMetrics& game, RoomStatus status) : game_(&game), status_(status) { game_->rooms[status_].add(); }
    CountedRoom(CountedRoom const&) = delete;
    CountedRoom& operator=(CountedRoom const&) = delete;
    ~CountedRoom() { game_->rooms[status_].subtract(); }

    /// Moves the room to the gauge of its game and status now.
    void has(GameMetrics& game, RoomStatus status) {
        if (&game == game_ && status == status_) return;
        game_->rooms[status_].subtract();
        game.rooms[status].add();
        game_ = &game;
        status_ = status;
    }

private:
    GameMetrics* game_;
    RoomStatus status_;
};

} // namespace tefuda::server
