// The complete state of a match of TT Page One, hidden cards included, and queries about it.
#pragma once

#include "rules/ttpageone/types.hpp"

namespace tefuda::ttpageone {

/// Number of turns after which a game without a winner ends (RULES.md R10).
inline constexpr int turn_limit = 500;

/// One table: its top card, the suit and rank that count (perhaps not those of the top), and the cards under it, whose
/// order has no meaning.
struct Pile {
    Card top;
    std::optional<Suit> suit;
    std::optional<Rank> rank;
    Cards under;
    friend bool operator==(Pile const&, Pile const&) = default;
};

/// A card that lies face down in a hand. `stock`: the number of the stock that it was drawn from unseen by other
/// players (0 for the deal); std::nullopt if everybody has seen the card.
struct FaceDown {
    Card card;
    std::optional<int> stock;
    friend bool operator==(FaceDown const&, FaceDown const&) = default;
};

/// A secret card that went under table 0 unseen when its owner was disqualified. Kept until the next reshuffle.
struct LostSecret {
    Seat owner;
    FaceDown card;
    friend bool operator==(LostSecret const&, LostSecret const&) = default;
};

/// A joker turned up by a K that has no suit yet. `king`: the suit of that K.
struct WaitingJoker {
    int table;
    Suit king;
    friend bool operator==(WaitingJoker const&, WaitingJoker const&) = default;
};

struct State {
    Options options;
    int seats = 0;

    int game = 0;
    Phase phase = Phase::privileges;
    Seats priority;
    std::optional<Seat> picked_starter; ///< only with 3 seats
    Privileges privileges;
    bool pass_used = false;

    PerSeat<Cards> hands; ///< in canonical order, face-down cards included
    Cards stock;
    InplaceVector<Pile, 2> piles; ///< empty before the hands are opened
    int stock_number = 0;         ///< number of reshuffles in this game
    bool joker_at_bottom = false; ///< whether a joker went to the bottom of the stock in the setup (RULES.md R2)

    std::optional<FaceDown> secret;
    InplaceVector<FaceDown, 4> drawn_blind; ///< drawn face down by a 7; only in phase `rehide`
    std::optional<LostSecret> lost_secret;
    bool hide_used = false; ///< whether the secret card was changed in this turn (RULES.md R11)

    int direction = 1;
    std::optional<Seat> turn;
    bool drawn = false;
    int turns_ended = 0;
    std::optional<WaitingJoker> waiting_joker;

    PerSeat<std::optional<Declaration>> last_one;
    PerSeat<std::optional<int>>
        given_up; ///< number of cards given up by a disqualified seat; std::nullopt for other seats

    PerSeat<Points> scores;
    std::vector<PerSeat<Points>> results;
    std::optional<Result<Reason>> result;

    friend bool operator==(State const&, State const&) = default;
};

/// All cards of the game, in any place, including the joker that is set aside for `wild`.
Cards all_cards(State const& state);

/// Whether the seat is disqualified in this game.
bool is_out(State const& state, Seat seat);

/// The player `steps` places further in the current direction. Disqualified players are not counted.
Seat next_player(State const& state, Seat from, int steps = 1);

/// The team of a seat, or the number of the seat if everyone plays alone.
int side_of(State const& state, Seat seat);

/// Number of cards in the hand, or number of cards given up by a disqualified seat.
int cards_left(State const& state, Seat seat);

/// The seat that holds a privilege.
std::optional<Seat>& holder_of(Privileges& privileges, Privilege privilege);
std::optional<Seat> const& holder_of(Privileges const& privileges, Privilege privilege);

using PrivilegeList = InplaceVector<Privilege, 4>;

/// The privileges that nobody has yet, in the order of the enum. \pre phase `privileges`
PrivilegeList privileges_left(State const& state);

/// The seat whose turn it is to choose a privilege. \pre phase `privileges`
Seat seat_choosing(State const& state);

/// The face-down cards of a hand (RULES.md R6), and the others. \pre the hands are opened
Cards face_down_cards(State const& state, Seat seat);
Cards open_cards(State const& state, Seat seat);

/// Whether a single card may be played on this table.
bool matches(Pile const& pile, Card card);

/// Whether a seat has an open card that matches a table, so that it may not draw.
bool must_play(State const& state, Seat seat);

/// Whether a play of `played` cards by this seat may carry `last_one`.
bool may_declare_with(State const& state, Seat seat, std::size_t played);

/// Whether the hands are open and the match is not over.
bool in_play(State const& state);

/// Whether this seat may change its secret card now (RULES.md R11). False for the `hide` of the setup and of R6.
bool may_hide_voluntarily(State const& state, Seat seat);

} // namespace tefuda::ttpageone
