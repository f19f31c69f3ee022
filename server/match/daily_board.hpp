// What is played as a game's deal of the day.
#pragma once

#include <string>

namespace tefuda::server {

struct DailyBoard {
    int seats;
    std::string options; ///< complete, JSON text
};

} // namespace tefuda::server
