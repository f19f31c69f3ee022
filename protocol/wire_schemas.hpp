// The JSON Schemas of all that goes over the wire, by name, complete with titles and descriptions.
#pragma once

#include "protocol/game_description.hpp"

#include <nlohmann/json_fwd.hpp>

#include <span>

namespace tefuda {

/// Those of `/asyncapi.json`: messages, their parts, and documents about matches.
nlohmann::ordered_json wire_schemas(std::span<GameDescription const> games);

/// Those that HTTP alone has; they refer to the others. What clients send allows no unknown fields.
nlohmann::ordered_json http_schemas(std::span<GameDescription const> games);

} // namespace tefuda
