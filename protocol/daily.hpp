// The boards of the day, as HTTP shows them. PROTOCOL.md explains the fields.
#pragma once

#include "protocol/codec/described.hpp"

#include <boost/describe/class.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tefuda {

/// What the asker has of a board.
struct MyBoard {
    std::string room;
    // Absent until the asker has finished it.
    std::optional<std::int64_t> margin;
    std::optional<Nullable<double>> percent;
    std::optional<Nullable<std::int64_t>> par;
};
BOOST_DESCRIBE_STRUCT(MyBoard, (), (room, margin, percent, par))

struct TodaysBoard {
    std::string game;
    int seats;
    codec::RawObject options;
    std::string commitment;
    std::int64_t played; ///< how many have finished it
    Nullable<MyBoard> mine;
};
BOOST_DESCRIBE_STRUCT(TodaysBoard, (), (game, seats, options, commitment, played, mine))

struct TodaysBoards {
    std::string date;   ///< YYYY-MM-DD
    std::string closes; ///< ISO 8601, UTC
    std::string opens;
    std::vector<TodaysBoard> boards;
};
BOOST_DESCRIBE_STRUCT(TodaysBoards, (), (date, closes, opens, boards))

struct BoardResult {
    Nullable<std::string> player;
    std::string name;
    std::int64_t margin;
    Nullable<double> percent;
    std::string room;
};
BOOST_DESCRIBE_STRUCT(BoardResult, (), (player, name, margin, percent, room))

struct ChosenAction {
    codec::RawObject action;
    std::int64_t players;
    double mean_margin;
};
BOOST_DESCRIBE_STRUCT(ChosenAction, (), (action, players, mean_margin))

/// A decision that several players met, and what they did.
struct BoardChoice {
    std::int64_t path; ///< how many actions came before it
    std::string after; ///< SHA-256 of these actions, lower-case hex
    std::vector<ChosenAction> actions;
};
BOOST_DESCRIBE_STRUCT(BoardChoice, (), (path, after, actions))

struct OpenBoard {
    std::string date;
    std::string game;
    int seats;
    codec::RawObject options;
    std::string commitment;
    std::string secret;
    Nullable<std::int64_t> par;
    std::vector<BoardResult> results; ///< the best first
    codec::RawJson choices;           ///< a list of BoardChoice
};
BOOST_DESCRIBE_STRUCT(OpenBoard, (), (date, game, seats, options, commitment, secret, par, results, choices))

/// What a player has made of open boards.
struct BoardTally {
    std::int64_t played;
    std::int64_t streak;
    std::int64_t best_streak;
    Nullable<double> mean_percent;
};
BOOST_DESCRIBE_STRUCT(BoardTally, (), (played, streak, best_streak, mean_percent))

/// A board that the asker has finished.
struct FinishedBoard {
    std::string date;
    std::string game;
    std::string room;
    std::int64_t margin;
};
BOOST_DESCRIBE_STRUCT(FinishedBoard, (), (date, game, room, margin))

/// What the asker has made of all boards, also of those that are not open yet.
struct MyBoards {
    std::int64_t played;
    std::int64_t streak;
    std::int64_t best_streak;
    Nullable<double> mean_percent;
    std::vector<FinishedBoard> boards; ///< the newest first
};
BOOST_DESCRIBE_STRUCT(MyBoards, (), (played, streak, best_streak, mean_percent, boards))

} // namespace tefuda
