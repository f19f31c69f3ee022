// The hands are opened: who wins, or who plays a sudden death.
#pragma once

#include "rules/core/chance.hpp"
#include "rules/selfish/state.hpp"

#include <vector>

namespace tefuda::selfish {

/// Opens the hands; then the match is over or a sudden death begins.
void open_hands(State& state, Chance& chance, std::vector<Event>& events);

/// The contender whose turn it is draws one card face up; after the last one the highest number wins, or those who
/// tie go on.
void draw_face_up(State& state, Chance& chance, std::vector<Event>& events);

} // namespace tefuda::selfish
