// The complete state of a match of Forty-One, hidden cards included.
#pragma once

#include "rules/core/inplace_vector.hpp"
#include "rules/fortyone/running_total.hpp"
#include "rules/fortyone/types.hpp"

#include <optional>

namespace tefuda::fortyone {

/// The starter of a deal and the turns after it.
struct Deal {
    Seat dealer;
    Card starter;
    Sequence sequence;
    friend bool operator==(Deal const&, Deal const&) = default;
};

/// A finished deal, with the cards that were left in the hands.
struct LaidAway {
    Deal deal;
    Both<Hand> left;
    friend bool operator==(LaidAway const&, LaidAway const&) = default;
};

struct State {
    /// std::nullopt when the match is over.
    std::optional<Deal> deal;
    RunningTotal total;
    Seat turn;
    Both<Hand> hands;
    PerSeat<Points> chips;
    InplaceVector<LaidAway, deals> finished;
    Cards stock;

    friend bool operator==(State const&, State const&) = default;
};

/// \pre the card is not a joker (this game has none)
constexpr Rank rank_of(Card card) {
    return card.rank().value();
}

constexpr Seat opponent_of(Seat seat) {
    return seat.left(seats);
}

/// Whether the hand holds a playable card.
bool can_play(RunningTotal const& total, Hand const& hand);

/// \pre the match is over
Result<Reason> result_of(State const& state);

/// All cards of the game, in any place.
Cards all_cards(State const& state);

} // namespace tefuda::fortyone
