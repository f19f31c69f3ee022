// Whom a player has met lately. PROTOCOL.md explains the fields.
#pragma once

#include "protocol/player.hpp"

#include <boost/describe/class.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tefuda {

/// How the one who asks ended against somebody in the matches of a game.
struct HeadToHead {
    std::string game;
    int played; ///< matches of both
    int ahead;
    int level;
    int behind;
};
BOOST_DESCRIBE_STRUCT(HeadToHead, (), (game, played, ahead, level, behind))

/// The boards of the day that both have played and that are open.
struct BoardsOfBoth {
    int played;
    double percent; ///< the mean of who asks
    double theirs;
    int ahead; ///< of who asks, by the percents of a board
    int level;
    int behind;
};
BOOST_DESCRIBE_STRUCT(BoardsOfBoth, (), (played, percent, theirs, ahead, level, behind))

struct Acquaintance {
    std::string player;
    std::string name;
    PlayerKind kind;
    std::vector<HeadToHead> games;
    std::optional<BoardsOfBoth> boards; ///< absent where there are none
};
BOOST_DESCRIBE_STRUCT(Acquaintance, (), (player, name, kind, games, boards))

struct CircleOfPlayer {
    std::string since; ///< YYYY-MM-DD, UTC
    std::vector<Acquaintance> people;
};
BOOST_DESCRIBE_STRUCT(CircleOfPlayer, (), (since, people))

} // namespace tefuda
