// Somebody who plays a game for the first time, for each game: they know its guide, look at their cards and at the
// table, and remember nothing.
#pragma once

#include <string>
#include <string_view>

namespace tefuda::test {

/// What such a player does. Always the same for the same view.
/// \param view, legal as the seat gets them in an update, JSON texts; the game waits for the seat
/// \returns an action that the templates allow, JSON text
std::string beginners_action(std::string_view game, std::string_view view, std::string_view legal);

} // namespace tefuda::test
