// Chooses random actions from templates, without knowing the rules.
#pragma once

#include <random>
#include <string>
#include <string_view>

namespace tefuda::bench {

/// \param legal JSON text of a non-empty list of templates; text after the list is ignored
/// \returns an action that one of the templates allows, as JSON text
std::string pick_action(std::string_view legal, std::mt19937_64& random);

} // namespace tefuda::bench
