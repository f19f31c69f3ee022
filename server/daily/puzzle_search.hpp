// Looks for puzzles in a finished match.
#pragma once

#include "server/bots/match_analysis.hpp"
#include "server/daily/puzzle_table.hpp"

#include <optional>
#include <vector>

namespace tefuda::server {

/// Analyses the match, then searches each decision in which one action was clearly best once more, with other random
/// numbers: an action that led by chance alone makes no puzzle. Works in small steps; with budgets of iterations the
/// same match always gives the same puzzles. Not thread-safe.
class PuzzleSearch {
public:
    /// By how much the best action's value must be ahead of every other one, both times. Values go from 0 to 1.
    static constexpr double difference = 0.2;
    /// Of a view and its templates. No position of a game here has a tenth of it.
    static constexpr std::size_t max_bytes = 64 * 1024;
    /// Actions of a puzzle that are kept with their values.
    static constexpr std::size_t max_compared = 50;

    /// \pre the match is over, and goes on from no other one
    explicit PuzzleSearch(MatchRecord record);

    /// Does one search at most. \returns whether there is more to do
    bool step(search::Budget const& budget);
    /// One for each seat at most, without `id` and `found`. \pre `step` has returned false
    std::vector<StoredPuzzle> const& found() const { return found_; }

private:
    void look_again(MatchAnalysis::ClearDecision const& decision, search::Budget const& budget);
    std::optional<Consideration> confirmed(MatchAnalysis::ClearDecision const& decision,
                                           search::Budget const& budget) const;

    MatchRecord const record_;
    MatchAnalysis analysis_;
    bool is_analysed_ = false;
    std::vector<MatchAnalysis::ClearDecision> clear_;
    std::size_t next_clear_ = 0;
    /// Stands before the action that comes next.
    MatchRun run_;
    MatchActions::Iterator next_;
    int done_ = 0;
    std::vector<StoredPuzzle> found_;
};

} // namespace tefuda::server
