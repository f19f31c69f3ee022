// How a game runs, in steps that each carry on to where somebody has to act again. Every function appends what
// happened to the course's events.
#pragma once

#include "rules/core/chance.hpp"
#include "rules/ttpageone/events.hpp"
#include "rules/ttpageone/state.hpp"

namespace tefuda::ttpageone {

/// A match on its way: the state that an accepted action changes, its chance, and the events so far.
struct Course {
    State& state;
    Chance& chance;
    std::vector<Event>& events;
};

/// Begins the next game of the match: cards, priority, and with 3 seats who starts.
void deal_game(Course course);

/// After the setup's `hide`: opens the hands, adds the joker, turns the tables and begins the first turn.
void open_hands(Course course);

/// The top of the stock, made anew from the cards under the tops where it is empty; nothing where that fails too.
std::optional<Card> take_card(Course course);

/// Draws one card in a turn, or ends the turn where there is none (RULES.md R3).
void draw_in_turn(Course course, Seat seat);

/// Carries out a play that is known to be legal, with its effects, to the end of the turn or the next decision.
void carry_out_play(Course course, Seat seat, Play const& play);

/// Puts a card onto a table; it counts as what it is.
void cover(Pile& pile, Card card);

/// Ends the turn, `skipped` players left out; the game with it where that was the last turn (RULES.md R10).
void end_turn(Course course, int skipped = 0);

/// Takes a player out; passes its turn on, unless somebody still has to `hide` (RULES.md R6); ends the game where only
/// one side is left.
void disqualify(Course course, Seat seat);

/// Ends the game for a player who has no cards any more, and begins the next one or ends the match.
void win_by_going_out(Course course, Seat seat);

} // namespace tefuda::ttpageone
