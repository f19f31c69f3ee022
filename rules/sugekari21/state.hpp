// The complete state of a match of Sugekari Twenty-One, hidden cards included.
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
    Cards forfeited; ///< cards on the table that nobody took when a player went out in this game
    PerSide<int> outs{};
    GameResults results;

    Seats discarding; ///< the seats that got a fourteenth card (spice 3), ascending
    PerSeat<std::optional<Card>> discards;
    PerSeat<std::optional<Cards>> gifts;  ///< the three cards that each seat has given, sorted (spice 1)
    PerSeat<Cards> played;                ///< the cards played since the deal, by seat
    PerSeat<Cards> drawn;                 ///< cards drawn in sight of everybody since the deal (`refill`), sorted
    PerSeat<bool> cannot_lead;            ///< whether everybody knows that the only card is a J, Q or K (R3)
    PerSeat<Cards> laid_aside;            ///< hands left over in the first bout of `redeal`
    PerSeat<bool> laid_aside_cannot_lead; ///< `cannot_lead` of that bout
    std::optional<Seat> first_bout;       ///< the seat that went out in the first bout, or won its last round

    Nullable<Result<Reason>> result;

    friend bool operator==(State const&, State const&) = default;
};

/// All cards of the game, in any place.
Cards all_cards(State const& state);

/// Whether two players play `redeal`.
inline bool has_second_bout(State const& state) {
    return state.seats == 2 && state.options.two_player == TwoPlayer::redeal;
}

/// Whether two players play `refill`.
inline bool refills(State const& state) {
    return state.seats == 2 && state.options.two_player == TwoPlayer::refill;
}

/// The seat that receives the cards of `giver` in this game.
Seat receiver_of(State const& state, Seat giver);

/// The seat that gives cards to `receiver` in this game.
Seat giver_of(State const& state, Seat receiver);

/// Whether all seats have given and picked up their cards.
bool exchanged(State const& state);

/// The cards of a hand that the observer knows, sorted: all cards of its own hand; in another hand the cards drawn face
/// up, and the cards that the observer gave and that have not been played since.
Cards known_cards(State const& state, Observer observer, Seat holder);

/// The score of captured cards: 1 each, a joker −5.
Points points_of(Cards const& cards);

/// A 1, 2 to 10 their number, J −1, Q −2, K −3.
int value_of(Rank rank);

} // namespace tefuda::sugekari21
