// Finds puzzles in the matches that end here, on the bots' threads when they have nothing else to do.
#pragma once

#include "server/bots/bot_pool.hpp"
#include "server/daily/puzzle_table.hpp"
#include "server/match/match_record.hpp"
#include "server/runtime/time.hpp"
#include "server/session/limits.hpp"

#include <cstddef>
#include <memory>

namespace tefuda::server {

/// Thread-safe.
class PuzzleFinder {
public:
    /// Matches that wait to be looked at; one that comes beyond is left out.
    static constexpr std::size_t max_waiting = 20;
    /// Longer matches are left out.
    static constexpr std::size_t max_actions = 2'000;
    /// How many matches are looked at: else a busy server's bots would never rest.
    static constexpr Rate matches{1.0 / 60, 20};

    /// \param bots must be alive whenever a function of this object is called
    PuzzleFinder(BotPool& bots, std::shared_ptr<PuzzleTable> table);

    /// Takes a finished match of a public room, where it may be looked at. Blocks no longer than it takes to copy it.
    /// \param now when it has ended: its puzzles are of then \returns false where it is left out
    bool add(MatchRecord const& match, Moment const& now);

private:
    struct State;

    BotPool& bots_;
    /// Shared with the work that is under way.
    std::shared_ptr<State> const state_;
};

/// Whether everybody may see positions of such a match: its cards came from the server alone, and it is no board of the
/// day. \pre it is over, in a public room
bool gives_puzzles(MatchRecord const& match);

} // namespace tefuda::server
