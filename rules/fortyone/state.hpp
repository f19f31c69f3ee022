// Everything there is to know about a match of Forty-One.
#pragma once

#include "rules/core/inplace_vector.hpp"
#include "rules/fortyone/running_total.hpp"
#include "rules/fortyone/types.hpp"

#include <optional>

namespace tefuda::fortyone {

/// A starter and what was played after it.
struct Deal {
    Seat dealer;
    Card starter;
    Sequence sequence;
    friend bool operator==(Deal const&, Deal const&) = default;
};

/// A deal whose cards are laid away.
struct LaidAway {
    Deal deal;
    Both<Hand> left;
    friend bool operator==(LaidAway const&, LaidAway const&) = default;
};

struct State {
    /// Nothing once the match is over.
    std::optional<Deal> deal;
    RunningTotal total;
    Seat turn;
    Both<Hand> hands;
    PerSeat<Points> chips;
    InplaceVector<LaidAway, deals> finished;
    Cards stock;

    friend bool operator==(State const&, State const&) = default;
};

/// The cards' ranks are always there: this game has no jokers.
constexpr Rank rank_of(Card card) {
    return card.rank().value();
}

constexpr Seat opponent_of(Seat seat) {
    return seat.left(seats);
}

/// Whether this hand has a card that may be played now.
bool can_play(RunningTotal const& total, Hand const& hand);

/// The match's result. \pre the match is over
Result<Reason> result_of(State const& state);

/// Every card of the game, wherever it lies.
Cards all_cards(State const& state);

} // namespace tefuda::fortyone
