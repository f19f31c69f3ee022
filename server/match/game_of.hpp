// The game of an engine, without what makes it: that is slow to compile, so each engine has a file of its own, which
// server/CMakeLists.txt writes.
#pragma once

#include "rules/core/engine.hpp"
#include "server/match/match.hpp"

namespace tefuda::server {

template <Engine E>
Game const& game_of();

} // namespace tefuda::server
