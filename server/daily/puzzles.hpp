// The puzzles: finds them, shows them, and tells who tries one at once how it was.
#pragma once

#include "server/daily/puzzle_finder.hpp"
#include "server/daily/puzzle_table.hpp"
#include "server/daily/shipped_puzzles.hpp"
#include "server/people/call.hpp"
#include "server/room/room.hpp"
#include "server/runtime/worker.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tefuda::server {

/// What needs the store is done on a thread of its own, and, where puzzles are found, on those of the bots.
/// Thread-safe.
class Puzzles {
public:
    /// \param sql has the table `puzzle`
    Puzzles(std::shared_ptr<Sql> sql, BotPool& bots);

    /// The table is there: until then nobody is answered.
    void start() { thread_.start(); }

    /// As RoomListeners::match_ended. Only public rooms' matches are looked at.
    void note_match_ended(Room const& room, MatchRecord const& match, Moment const& now);

    // `/api/puzzles…`
    void list(CallPtr const& call);
    void show(CallPtr const& call);
    void judge(CallPtr const& call);

private:
    /// One that was found here, or one that was shipped.
    std::optional<StoredPuzzle> find(std::string const& id);
    HttpReply list_of(std::string const& game);
    HttpReply shown(std::string const& id);
    HttpReply judged(std::string const& id, std::string const& action);

    ShippedPuzzles const shipped_;
    std::shared_ptr<PuzzleTable> const table_;
    PuzzleFinder finder_;
    /// Uses all of the above.
    TaskWorker thread_;
};

} // namespace tefuda::server
