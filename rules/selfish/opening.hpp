// The end of a game: opening the hands, and the sudden death.
#pragma once

#include "rules/core/chance.hpp"
#include "rules/selfish/state.hpp"

#include <vector>

namespace tefuda::selfish {

/// Opens the hands. Then either the game is over or a sudden death begins.
void open_hands(State& state, Chance& chance, std::vector<Event>& events);

/// The contender to act draws a card face up. After the last contender of the round the highest number wins, or those
/// who tie play another round.
void draw_face_up(State& state, Chance& chance, std::vector<Event>& events);

} // namespace tefuda::selfish
