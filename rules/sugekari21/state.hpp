// Everything there is to know of a match of Sugekari Twenty-One between two actions: a regular value.
#pragma once

#include "rules/sugekari21/types.hpp"

#include <optional>

namespace tefuda::sugekari21 {

inline constexpr int hand_size = 13;
inline constexpr int gift_size = 3;
inline constexpr int target = 21;

struct State {
    Options options;
    int seats = 4;
    Phase phase = Phase::play;
    int game = 1;
    int bout = 1;
    Seat leader{0};
    Seat turn{0};
    PerSeat<Cards> hands; ///< each in canonical order
    Cards stock;          ///< index 0 is the top

    Round round;
    int total = 0;
    int passes = 0;

    PerSide<Cards> captured;
    Cards forfeited; ///< of this game's tables: what nobody took when somebody went out
    PerSide<int> outs{};
    GameResults results;

    Seats discarding; ///< who got a fourteenth card (spice 3), ascending
    PerSeat<std::optional<Card>> discards;
    PerSeat<std::optional<Cards>> gifts; ///< the three cards that each seat has given, sorted (spice 1)
    PerSeat<Cards> played;               ///< face up since the deal, by seat
    PerSeat<Cards> shown;                ///< cards in hand that everybody saw drawn (`refill`), sorted
    PerSeat<bool> stuck;                 ///< whose lead has passed: all know its one card for a J, Q or K
    PerSeat<Cards> laid_aside;           ///< hands left over in the first bout of `redeal`
    PerSeat<bool> laid_aside_stuck;      ///< `stuck` of that bout
    std::optional<Seat> first_bout;      ///< who went out in it, or won its last round

    Nullable<Result<Reason>> result;

    friend bool operator==(State const&, State const&) = default;
};

/// Every card of the game, wherever it lies.
Cards all_cards(State const& state);

/// Two players with a second bout.
inline bool has_second_bout(State const& state) {
    return state.seats == 2 && state.options.two_player == TwoPlayer::redeal;
}

/// Two players who draw from the stock.
inline bool refills(State const& state) {
    return state.seats == 2 && state.options.two_player == TwoPlayer::refill;
}

/// To whom a seat gives in this game.
Seat receiver_of(State const& state, Seat giver);

/// From whom a seat gets cards in this game.
Seat giver_of(State const& state, Seat receiver);

/// Whether the three cards of each have been picked up.
bool exchanged(State const& state);

/// The cards in a hand that the observer knows, sorted: all of its own; of another what was shown when drawn, and what
/// the observer gave it and it has not played since.
Cards known_cards(State const& state, Observer observer, Seat holder);

/// What captured cards are worth: 1 each, a joker −5.
Points worth(Cards const& cards);

/// The value of a card by its rank: A 1, 2 … 10, J −1, Q −2, K −3.
int value_of(Rank rank);

} // namespace tefuda::sugekari21
