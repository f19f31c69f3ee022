// The complete state of a match of Twenty-Two, hidden cards included.
#pragma once

#include "rules/core/inplace_vector.hpp"
#include "rules/twentytwo/types.hpp"

namespace tefuda::twentytwo {

/// A play on the table.
struct PlayRecord {
    Seat seat;
    bool follows;
    InplaceVector<Card, max_hand> cards; ///< canonical
    InplaceVector<Rank, max_hand> ranks; ///< high to low; a joker counts as the rank that it copies
    InplaceVector<Rank, max_hand>
        as; ///< the copied ranks, high to low; empty unless jokers are played with other cards

    friend bool operator==(PlayRecord const&, PlayRecord const&) = default;
};

struct State {
    Options options; ///< settled
    Phase phase = Phase::exchange;
    PerSeat<Points> totals;
    PerSeat<Nullable<int>> eliminated_in_deal; ///< number of the deal; null while the seat is still in

    int deal = 0;
    Seat dealer = Seat(0);
    int hand_size = 0;
    Seat turn = Seat(0);      ///< the seat that exchanges, leads or plays next
    Cards stock;              ///< index 0 is the top
    PerSeat<Cards> hands;     ///< canonical
    PerSeat<Cards> set_aside; ///< canonical
    PerSeat<Nullable<int>> exchanged;
    PerSeat<Cards> lying; ///< canonical

    /// The plays of this deal in order. Every trick has one play of each seat still in.
    std::vector<PlayRecord> plays;

    Nullable<Show> last_show; ///< of the previous deal; when the match is over, of the last deal
    std::vector<Draws> draws;

    friend bool operator==(State const&, State const&) = default;
};

/// All cards of the game, in any place.
Cards all_cards(State const& state);

/// A fresh pack with all cards that these options use.
Cards whole_pack(Options const& options);

int seats_of(State const& state);
bool still_in(State const& state, Seat seat);

/// The seats not eliminated, ascending.
Seats seats_in(State const& state);

/// The next seat still in, clockwise.
Seat next_in(State const& state, Seat seat);

/// Number of plays in the current trick; 0 if a seat is to lead.
std::size_t plays_in_trick(State const& state);

/// The ranks that the play with index `end` in `state.plays` must reach to follow: with `must` those of the lead,
/// otherwise those of the highest earlier play of the trick that followed, or by the letter those of the play right
/// before it (RULES.md R14). std::nullopt for a lead.
std::optional<Ranks> bar_at(State const& state, std::size_t end);

} // namespace tefuda::twentytwo
