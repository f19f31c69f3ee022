// Puzzles: positions of finished public matches in which one action is clearly best. PROTOCOL.md explains the fields.
#pragma once

#include "protocol/server_message.hpp"

#include <boost/describe/class.hpp>

#include <string>
#include <vector>

namespace tefuda {

struct PuzzleList {
    std::string game;
    std::vector<std::string> puzzles; ///< ids, the newest first
};
BOOST_DESCRIBE_STRUCT(PuzzleList, (), (game, puzzles))

/// A position as the seat saw it that had to act. It tells neither its match nor its solution.
struct Puzzle {
    std::string id;
    std::string game;
    codec::RawObject options;
    int seats;
    Seat seat;
    codec::RawObject view;
    codec::RawJson legal; ///< the seat's templates, as in `update`
};
BOOST_DESCRIBE_STRUCT(Puzzle, (), (id, game, options, seats, seat, view, legal))

/// The body of an answer to a puzzle.
struct PuzzleAttempt {
    codec::RawObject action;
};
BOOST_DESCRIBE_STRUCT(PuzzleAttempt, (), (action))

/// The reply to a tried action.
struct PuzzleSolution {
    bool right;
    Nullable<double> value; ///< of the action that was tried; null: the bot has not compared it
    ValuedAction best;
    std::vector<ValuedAction> others; ///< the best first
    // Where the position is from, and how many actions came before it; an empty room: it came with the server.
    std::string room;
    int match;
    int actions;
};
BOOST_DESCRIBE_STRUCT(PuzzleSolution, (), (right, value, best, others, room, match, actions))

} // namespace tefuda
