// What a match was a short while ago, so that its newest part can be played again without the rest.
#pragma once

#include "server/match/match_run.hpp"

#include <cstddef>
#include <vector>

namespace tefuda::server {

/// Keeps at most two earlier states of one match. Not thread-safe.
class RecentPast {
public:
    /// Actions from one state that is kept to the next.
    static constexpr std::size_t interval = 64;

    /// To be called after each action that the record has got.
    void note(MatchRun const& run, MatchRecord const& record);

    /// A match that is played again from an earlier state on.
    struct Again {
        MatchRun run;
        MatchActions::Iterator next; ///< the first action that the run has not taken
    };
    /// \returns the match before update `seq + 1`: for one of the newest 64 updates at most 128 actions are left to
    /// play, and never more than the match has
    Again from(std::int64_t seq, MatchRecord const& record) const;

private:
    struct State {
        MatchRun run;
        std::size_t bytes; ///< of the actions that it has taken
    };
    static constexpr std::size_t most = 2;

    /// The newest one last. On the heap: most matches in memory are too short to have any.
    std::vector<State> states_;
};

} // namespace tefuda::server
