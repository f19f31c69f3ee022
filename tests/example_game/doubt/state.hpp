// The complete state of a match of Doubt, hidden cards included.
#pragma once

#include "types.hpp"

#include <optional>

namespace tefuda::doubt {

/// Cards on the table that can still be doubted.
struct Claim {
    Seat seat;
    Rank rank;
    Cards cards;
    friend bool operator==(Claim const&, Claim const&) = default;
};

struct State {
    Phase phase = Phase::play;
    Seat turn = Seat(0);
    Rank rank = Rank::ace; ///< the rank that the next cards are called
    PerSeat<Cards> hands;
    std::optional<Claim> claim;
    PerSeat<Cards> pile; ///< the face-down cards that each seat has played before
    Cards open;
    Cards stock;
    PerSeat<Points> points;

    int seats() const { return points.seats(); }
    friend bool operator==(State const&, State const&) = default;
};

/// \pre the match is over
Result<Reason> result_of(State const& state);

} // namespace tefuda::doubt
