// Matches that have not begun yet.
#pragma once

#include "server/match/match_record.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tefuda::server {

/// With this seed byte everywhere. \pre so many can play the game with these options
inline MatchRecord plain_record(Game const& game, int seats, std::uint8_t seed = 0, std::string_view options = "{}") {
    MatchRecord record;
    record.room = "ROOM";
    record.setup.game = &game;
    record.setup.options = std::get<std::string_view>(game.settle(options, seats));
    record.setup.server_seed.fill(seed);
    record.setup.names = std::vector<std::string>(static_cast<std::size_t>(seats), "A");
    record.setup.entropies = std::vector<std::string>(static_cast<std::size_t>(seats));
    record.decisions_before = SeatList<std::int64_t>(seats);
    return record;
}

} // namespace tefuda::server
