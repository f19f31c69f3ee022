// Everything that is to be known of a match of Twenty-Two.
#pragma once

#include "rules/core/inplace_vector.hpp"
#include "rules/twentytwo/types.hpp"

namespace tefuda::twentytwo {

/// A play as it lies on the table.
struct Laid {
    Seat seat;
    bool follows;
    InplaceVector<Card, max_hand> cards; ///< canonical
    InplaceVector<Rank, max_hand> ranks; ///< high to low, jokers as what they copy
    InplaceVector<Rank, max_hand> as;    ///< high to low; empty unless jokers lie beside other cards

    friend bool operator==(Laid const&, Laid const&) = default;
};

struct State {
    Options options; ///< settled
    Phase phase = Phase::exchange;
    PerSeat<Points> totals;
    PerSeat<Nullable<int>> out_in; ///< in which deal a seat was eliminated; null: still in

    int deal = 0;
    Seat dealer = Seat(0);
    int hand_size = 0;
    Seat turn = Seat(0);      ///< who exchanges, leads or plays next
    Cards stock;              ///< index 0 is the top
    PerSeat<Cards> hands;     ///< canonical
    PerSeat<Cards> set_aside; ///< canonical
    PerSeat<Nullable<int>> exchanged;
    PerSeat<Cards> lying; ///< canonical

    /// The plays of this deal in order. Each trick has one of every seat still in, so that they need no borders.
    std::vector<Laid> plays;

    Nullable<Show> last_show; ///< of the deal before; once the match is over, of the last
    std::vector<Draws> draws;

    friend bool operator==(State const&, State const&) = default;
};

/// Every card of the game, wherever it lies.
Cards all_cards(State const& state);

/// How many cards there are, a fresh pack of them.
Cards whole_pack(Options const& options);

int seats_of(State const& state);
bool still_in(State const& state, Seat seat);

/// The seats not eliminated, ascending.
Seats seats_in(State const& state);

/// The next seat still in, clockwise.
Seat next_in(State const& state, Seat seat);

/// How many of `plays` belong to the trick that is on; 0 where somebody is to lead.
std::size_t plays_in_trick(State const& state);

/// What the play that comes next has to be at least as high as to follow: the highest play that followed, with `must`
/// the lead. Nothing on a lead. `end`: only the first so many of `state.plays` have been made.
std::optional<Ranks> bar_at(State const& state, std::size_t end);

} // namespace tefuda::twentytwo
