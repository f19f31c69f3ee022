// Everything there is to know about a match of Selfish.
#pragma once

#include "rules/selfish/hand.hpp"
#include "rules/selfish/types.hpp"

#include <optional>
#include <vector>

namespace tefuda::selfish {

/// The play-off between those who tied.
struct SuddenDeath {
    Seats contenders; ///< of the last round, in the order in which they draw
    std::vector<Round> rounds;
    InplaceVector<Card, 54> drawn; ///< the cards that lie on the table, those of rounds before a gathering not
    friend bool operator==(SuddenDeath const&, SuddenDeath const&) = default;
};

struct State {
    Options options;
    Phase phase;
    int turn;
    Seat first;
    Seat to_act; ///< of no meaning once the match is over
    Cards stock;
    PerSeat<Hand> hands;
    std::optional<Seat> stopped_by;
    PerSeat<Nullable<ClaimedHand>> claims;
    std::optional<PerSeat<OpenedHand>> opened;
    std::optional<SuddenDeath> sudden_death;
    std::optional<Result<Reason>> result;

    int seats() const { return hands.seats(); }

    friend bool operator==(State const&, State const&) = default;
};

/// Every card of the game, wherever it lies.
Cards all_cards(State const& state);

} // namespace tefuda::selfish
