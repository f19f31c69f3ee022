// The complete state of a match of Selfish, hidden cards included.
#pragma once

#include "rules/selfish/hand.hpp"
#include "rules/selfish/types.hpp"

#include <optional>
#include <vector>

namespace tefuda::selfish {

/// The tie-break between the players with equal hands.
struct SuddenDeath {
    Seats contenders; ///< of the current round, in the order in which they draw
    std::vector<Round> rounds;
    InplaceVector<Card, 54> drawn; ///< cards face up on the table; emptied when all cards are gathered (R4)
    friend bool operator==(SuddenDeath const&, SuddenDeath const&) = default;
};

struct State {
    Options options;
    Phase phase;
    int turn;
    Seat first;
    Seat to_act; ///< meaningless when the match is over
    Cards stock;
    PerSeat<Hand> hands;
    std::optional<Seat> stopped_by;
    PerSeat<Nullable<ClaimedHand>> claims;
    std::optional<PerSeat<OpenedHand>> opened;
    std::optional<SuddenDeath> sudden_death;
    std::optional<Result<Reason>> result;
    std::vector<GameResult> results; ///< of the finished games; stays empty in a match of one game
    std::optional<PreviousGame> previous;

    int seats() const { return hands.seats(); }

    friend bool operator==(State const&, State const&) = default;
};

/// All cards of the game, in any place.
Cards all_cards(State const& state);

/// Whether the match may have more than one game.
inline bool several_games(State const& state) {
    return state.options.games.value > 1;
}

/// How many of the finished games each seat has won, in a match of several games.
PerSeat<Points> games_won(State const& state);

} // namespace tefuda::selfish
