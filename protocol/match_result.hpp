// The result of a match that has ended, as players read it later. PROTOCOL.md explains the fields.
#pragma once

#include "protocol/client_message.hpp"
#include "protocol/player.hpp"

#include <boost/describe/class.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tefuda {

struct ResultSeat {
    Nullable<std::string> player;
    std::string name;
    PlayerKind kind;
    std::optional<BotLevel> level; ///< of a built-in bot
    int rank;
    Nullable<double> score;
    std::optional<int> team;
    double bot_share;
};
BOOST_DESCRIBE_STRUCT(ResultSeat, (), (player, name, kind, level, rank, score, team, bot_share))

/// As it is stored.
struct SavedResult {
    std::string room;
    int match;
    std::string game;
    codec::RawObject options;
    std::string ended; ///< ISO 8601, UTC
    std::string reason;
    std::vector<ResultSeat> seats;
};
BOOST_DESCRIBE_STRUCT(SavedResult, (), (room, match, game, options, ended, reason, seats))

/// As it is read.
struct KeptResult {
    std::string room;
    int match;
    std::string game;
    codec::RawObject options;
    std::string ended;
    std::string reason;
    std::vector<ResultSeat> seats;
    Nullable<std::string> replay; ///< its path; null once it is gone
};
BOOST_DESCRIBE_STRUCT(KeptResult, (), (room, match, game, options, ended, reason, seats, replay))

} // namespace tefuda
