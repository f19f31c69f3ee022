// Describes a game to the generated documents (AsyncAPI, `GET /api/games`).
#pragma once

#include "rules/core/engine.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tefuda {

/// The JSON Schemas of a game's types on the wire, as JSON text. They refer to the codec's shared schemas.
struct GameSchemas {
    /// The options that are valid for some number of seats. Where a number of seats does not allow all of them, `$defs`
    /// has, under that number, a schema of those that it allows.
    std::string options;
    std::string action;
    std::string legal_template;
    std::string event;
    std::string view;
    std::string result;
};

struct GameDescription {
    std::string_view id;
    GameName name;
    SeatCounts seat_counts;
    std::vector<Cards> const* packs; ///< not null; lives as long as the process
    GameSchemas const* schemas;      ///< not null; lives as long as the process
};

} // namespace tefuda
