// The actions that a room sends for seats once their time has come.
#pragma once

#include "server/match/match.hpp"
#include "server/room/match_clock.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// Keeps since when each of a match's timed moves is there. It has no timer: callers pass the current time.
class TimedMoves {
public:
    /// The moves that there are now. The time of one that was there before goes on.
    /// \returns the seats of those that are not there any more
    std::vector<Seat> update(std::vector<TimedMove> moves, TimePoint now);

    enum class Sent { by_anybody, later, never };
    /// Who sends this action, written in any way: the room later, the room never, or anybody who wants to.
    Sent sent(Seat seat, std::string_view action) const;
    void remove(TimedMove const& move);

    /// From when on the room sends a move, where it sends it at all.
    using Applies = std::function<std::optional<TimePoint>(TimedMove const&)>;
    /// The first moment when a move is due, of those that apply.
    std::optional<TimePoint> deadline(Applies const& applies) const;
    /// The one that is due the longest, of those that apply.
    std::optional<TimedMove> due(Applies const& applies, TimePoint now) const;

    bool empty() const { return waiting_.empty(); }

private:
    struct Waiting {
        TimedMove move;
        std::optional<TimePoint> due;
    };

    struct Due {
        TimedMove const* move;
        TimePoint at;
    };
    std::optional<Due> first(Applies const& applies) const;

    std::vector<Waiting> waiting_;
};

} // namespace tefuda::server
