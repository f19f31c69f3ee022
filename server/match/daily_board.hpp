// What is played as a game's deal of the day.
#pragma once

#include <nlohmann/json.hpp>

namespace tefuda::server {

struct DailyBoard {
    int seats;
    nlohmann::json options; ///< complete, an object
};

} // namespace tefuda::server
