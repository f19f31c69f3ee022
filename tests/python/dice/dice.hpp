// The game of dice of tests/example_game, where the Python module looks for a game.
#pragma once

#include "tests/example_game/dice.hpp"
