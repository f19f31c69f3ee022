// Types that all games share: the result of a match, the reason for a refusal, and the view of an observer.
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
/// \tparam Reason a game's described enum: what decided the match.
template <class Reason>
struct Result {
    Seats winners;               ///< the seats of rank 1, ascending; empty if nobody wins
    PerSeat<std::uint8_t> ranks; ///< 1 + the number of seats that did better, for example 1, 2, 2, 4
    PerSeat<Points> scores;
    Reason reason;
    std::optional<PerSeat<std::uint8_t>> team = std::nullopt; ///< if there are teams: the number of each seat's, from 0

    friend bool operator==(Result const&, Result const&) = default;
    BOOST_DESCRIBE_CLASS(Result, (), (winners, ranks, scores, reason, team), (), ())
};

/// How far the seat's score is above each other seat's, added up; negative if it is below.
template <class Reason>
std::int64_t points_ahead(Result<Reason> const& result, Seat seat) {
    std::int64_t sum = 0;
    for (auto const& other : result.scores) sum += (result.scores[seat] - other).value;
    return sum;
}

/// Why an action or an option was refused: one sentence for the sender. It depends only on what that seat knows.
struct Illegal {
    std::string reason;
};

/// Everything that one observer may see of a match.
/// \tparam Phase a game's described enum, with an enumerator `over`.
/// \tparam Table a described struct with the fields that only this game has.
template <class Phase, class Table, class Reason>
struct View {
    Phase phase;
    Seats to_act; ///< the seats whose action the game waits for, ascending
    PerSeat<SeenCards> hands;
    PerSeat<Nullable<Points>> scores;
    Table table;
    Nullable<Result<Reason>> result; ///< null until the match is over

    BOOST_DESCRIBE_CLASS(View, (), (phase, to_act, hands, scores, table, result), (), ())
};

/// The same for a game without hands of cards.
template <class Phase, class Table, class Reason>
struct ViewWithoutHands {
    Phase phase;
    Seats to_act;
    PerSeat<Nullable<Points>> scores;
    Table table;
    Nullable<Result<Reason>> result;

    BOOST_DESCRIBE_CLASS(ViewWithoutHands, (), (phase, to_act, scores, table, result), (), ())
};

} // namespace tefuda
