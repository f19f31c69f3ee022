// The sheet of a room's evening, as it is sent and read. PROTOCOL.md explains the fields.
#pragma once

#include "protocol/player.hpp"
#include "rules/core/seat.hpp"

#include <boost/describe/class.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tefuda {

struct EveningLine {
    Nullable<Seat> seat; ///< the lowest that it has; null: it is gone
    std::string name;
    std::optional<std::string> player; ///< the id
    PlayerKind kind;
    double points;
    int played;
    int won;
    double bot_share;
};
BOOST_DESCRIBE_STRUCT(EveningLine, (), (seat, name, player, kind, points, played, won, bot_share))

/// In `room`: the lines of those who are seated, and the first of the others.
struct EveningInfo {
    int matches;
    std::vector<EveningLine> lines;
};
BOOST_DESCRIBE_STRUCT(EveningInfo, (), (matches, lines))

struct EveningMatch {
    int match;
    std::string game;
    std::string ended;                    ///< ISO 8601, UTC
    std::vector<Nullable<double>> points; ///< in the order of the lines; null: did not play
    Nullable<std::string> replay;         ///< its path; null once it is gone
};
BOOST_DESCRIBE_STRUCT(EveningMatch, (), (match, game, ended, points, replay))

/// All of it.
struct EveningSheet {
    std::string room;
    std::string since; ///< ISO 8601, UTC
    std::vector<EveningLine> lines;
    std::vector<EveningMatch> matches;
};
BOOST_DESCRIBE_STRUCT(EveningSheet, (), (room, since, lines, matches))

} // namespace tefuda
