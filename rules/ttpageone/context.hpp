// The steps of a game. Each function runs the game until a player has to act again, and appends the events.
#pragma once

#include "rules/core/chance.hpp"
#include "rules/ttpageone/events.hpp"
#include "rules/ttpageone/state.hpp"

namespace tefuda::ttpageone {

/// What applying an action needs: the state to change, the source of randomness, and the list of events. Non-owning.
struct Context {
    State& state;
    Chance& chance;
    std::vector<Event>& events;
};

/// Starts the next game of the match: deals, draws the priority and, with 3 seats, picks the starter.
void deal_game(Context context);

/// Finishes the setup after its `hide`: opens the hands, adds the second joker, turns up the table cards and begins the
/// first turn.
void open_hands(Context context);

/// Takes the top card of the stock. An empty stock is first rebuilt from the cards under the tops; std::nullopt if
/// there are none.
std::optional<Card> draw_card(Context context);

/// Draws one card in a turn, or ends the turn if there is none (RULES.md R3).
void draw_in_turn(Context context, Seat seat);

/// Carries out a play with its effects, up to the end of the turn or the next decision. \pre the play is legal
void carry_out_play(Context context, Seat seat, Play const& play);

/// Puts a card on top of a table. The table then has the suit and rank of the card.
void cover(Pile& pile, Card card);

/// Ends the turn and skips the next `skipped` players. Ends the game if this was its last turn (RULES.md R10).
void end_turn(Context context, int skipped = 0);

/// Disqualifies a player. Ends its turn, unless a `hide` is still due (RULES.md R6). Ends the game if only one side is
/// left.
void disqualify(Context context, Seat seat);

/// Ends the game, won by a player without cards. Then starts the next game or ends the match.
void win_by_going_out(Context context, Seat seat);

} // namespace tefuda::ttpageone
