// What a player does who knows no rules: any of the templates.
#pragma once

#include <random>
#include <string>
#include <string_view>

namespace tefuda::bench {

/// \param legal a JSON list of templates, not empty; what follows it is ignored
/// \returns an action that one of them allows, JSON text
std::string pick_action(std::string_view legal, std::mt19937_64& random);

} // namespace tefuda::bench
