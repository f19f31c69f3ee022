// What the documents say about a game.
#pragma once

#include "rules/core/engine.hpp"

#include <string>
#include <string_view>

namespace tefuda {

/// The JSON Schemas of what a game puts on the wire, as texts; they refer to the shared ones of the codec.
struct GameSchemas {
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
    GameSchemas const* schemas; ///< not null; lives as long as the process
};

} // namespace tefuda
