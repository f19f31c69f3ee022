// The whole truth of a match of TT Page One, and the questions that its rules ask of it.
#pragma once

#include "rules/ttpageone/types.hpp"

namespace tefuda::ttpageone {

/// After so many ended turns a game without a winner is over (RULES.md R10).
inline constexpr int turn_limit = 500;

/// One table: its top, what that counts as, and the cards under it (whose order means nothing).
struct Pile {
    Card top;
    std::optional<Suit> suit;
    std::optional<Rank> rank;
    Cards under;
    friend bool operator==(Pile const&, Pile const&) = default;
};

/// A card that lies face down in a hand. `stock`: the number of the stock that its owner alone saw it come from (or,
/// from the deal, 0); nothing where everybody saw it open before.
struct FaceDown {
    Card card;
    std::optional<int> stock;
    friend bool operator==(FaceDown const&, FaceDown const&) = default;
};

/// A secret card that went under table 0 unseen with its owner's disqualification, until the next reshuffle.
struct LostSecret {
    Seat owner;
    FaceDown card;
    friend bool operator==(LostSecret const&, LostSecret const&) = default;
};

/// A joker turned up by a K waits for its suit; `king` is the suit of that K.
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
    std::optional<Seat> picked_starter; ///< with 3 seats
    Privileges privileges;
    bool pass_used = false;

    PerSeat<Cards> hands; ///< in canonical order, face-down cards included
    Cards stock;
    InplaceVector<Pile, 2> piles; ///< empty before the hands are opened
    int stock_number = 0;         ///< how often the stock was made anew in this game
    bool joker_at_bottom = false; ///< of the stock, as everybody saw (RULES.md R2)

    std::optional<FaceDown> secret;
    InplaceVector<FaceDown, 4> drawn_blind; ///< by a 7, in phase `rehide`
    std::optional<LostSecret> lost_secret;
    bool hide_used = false; ///< in this turn (RULES.md R11)

    int direction = 1;
    std::optional<Seat> turn;
    bool drawn = false;
    int turns_ended = 0;
    std::optional<WaitingJoker> waiting_joker;

    PerSeat<std::optional<Declaration>> last_one;
    PerSeat<std::optional<int>> given_up; ///< of disqualified seats, and only of them: the cards they gave up

    PerSeat<Points> scores;
    std::vector<PerSeat<Points>> results;
    std::optional<Result<Reason>> result;

    friend bool operator==(State const&, State const&) = default;
};

/// Every card of the game, the joker that is set aside for `wild` included.
Cards all_cards(State const& state);

bool is_out(State const& state, Seat seat);

/// The player `steps` further in the current direction, those who are out not counted.
Seat next_player(State const& state, Seat from, int steps = 1);

/// A seat's team, or the seat itself where everyone plays alone.
int side_of(State const& state, Seat seat);

/// What a seat has left: its hand, or the cards it gave up.
int cards_left(State const& state, Seat seat);

std::optional<Seat>& holder_of(Privileges& privileges, Privilege privilege);
std::optional<Seat> const& holder_of(Privileges const& privileges, Privilege privilege);

using PrivilegeList = InplaceVector<Privilege, 4>;

/// The privileges that nobody has chosen yet, in the order of the enum. \pre phase `privileges`
PrivilegeList privileges_left(State const& state);

/// Whose turn it is to choose. \pre phase `privileges`
Seat choosing(State const& state);

/// The cards of a hand that do not lie open (RULES.md R6), once the hands are opened.
Cards face_down_cards(State const& state, Seat seat);
Cards open_cards(State const& state, Seat seat);

/// Whether one card alone may go onto this table.
bool matches(Pile const& pile, Card card);

/// Whether a seat has an open card that matches a table: then it must not draw.
bool must_play(State const& state, Seat seat);

/// Whether a play of so many cards of this seat's may carry `last_one`.
bool may_declare_with(State const& state, Seat seat, std::size_t played);

/// Whether the play goes on: the hands are open and nobody has won yet.
bool in_play(State const& state);

/// Whether this seat may `hide` now of its own will (RULES.md R11): neither the setup nor R6.
bool may_rehide_freely(State const& state, Seat seat);

} // namespace tefuda::ttpageone
