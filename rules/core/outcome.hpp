// How a match ended, why an action was refused, and what an observer sees of a match: the shapes that all games share.
#pragma once

#include "rules/core/points.hpp"
#include "rules/core/seat.hpp"
#include "rules/core/wire_types.hpp"

#include <boost/describe/class.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace tefuda {

/// The result of a finished match.
/// \tparam Reason a game's described enum: what decided.
template <class Reason>
struct Result {
    Seats winners;               ///< the seats of rank 1, ascending; empty where nobody wins
    PerSeat<std::uint8_t> ranks; ///< 1 + how many seats did better: 1, 2, 2, 4
    PerSeat<Points> scores;
    Reason reason;

    friend bool operator==(Result const&, Result const&) = default;
    BOOST_DESCRIBE_CLASS(Result, (), (winners, ranks, scores, reason), (), ())
};

/// Why an action or an option was refused: one sentence for the person who sent it, made only of what that seat knows.
struct Illegal {
    std::string reason;
};

/// Everything that one observer may know of a match.
/// \tparam Phase a game's described enum, with an enumerator `over`.
/// \tparam Table the game's own fields, described.
template <class Phase, class Table, class Reason>
struct View {
    Phase phase;
    Seats to_act; ///< the seats that the game waits for, ascending
    PerSeat<SeenCards> hands;
    PerSeat<Nullable<Points>> scores;
    Table table;
    Nullable<Result<Reason>> result; ///< null until the match is over

    BOOST_DESCRIBE_CLASS(View, (), (phase, to_act, hands, scores, table, result), (), ())
};

} // namespace tefuda
