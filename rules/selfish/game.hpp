// The beginning and the end of a game, and of the match.
#pragma once

#include "rules/core/chance.hpp"
#include "rules/selfish/state.hpp"

#include <vector>

namespace tefuda::selfish {

/// All seats, clockwise from the first player: the order of turns and of the sudden death.
Seats in_turn_order(State const& state);

/// The seats with the greatest `value`, in the order of `seats`.
template <class Value>
Seats greatest(Seats const& seats, Value const& value) {
    Seats best;
    for (auto const seat : seats) {
        if (!best.empty() && value(seat) > value(best.front())) best.clear();
        if (best.empty() || value(seat) == value(best.front())) best.push_back(seat);
    }
    return best;
}

void begin_turn(State& state, int turn, std::vector<Event>& events);

/// \pre the pack is shuffled, and all cards are in it
void begin_game(State& state, Seat first, std::vector<Event>& events);

/// Gathers and shuffles all cards, those of hands and on the table too. The record of the opened hands stays.
void gather(State& state, Chance& chance);

/// Ends the game, or the sudden death that decides the match. The match ends too, or the next game begins, or the
/// leaders play a sudden death (RULES.md R6).
/// \param winner none if all hands were a Burst
void end_game(State& state, std::optional<Seat> winner, Reason reason, Chance& chance, std::vector<Event>& events);

/// The contenders begin a round of a sudden death.
void begin_round(State& state, Seats contenders, Chance& chance, std::vector<Event>& events);

} // namespace tefuda::selfish
