// What a game's options must not be, as a JSON Schema, found by trying all of them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>

namespace tefuda::server {

/// Which combinations of a game's options it refuses.
/// \param schema of the options: each of its properties has an `enum` or is a boolean
/// \param refuses whether the game refuses these options, JSON text
/// \returns a schema that refuses exactly these combinations: `{"not": {"anyOf": […]}}`, or `{}` if there are none
nlohmann::ordered_json refused_options(nlohmann::ordered_json const& schema,
                                       std::function<bool(std::string const& options)> const& refuses);

} // namespace tefuda::server
