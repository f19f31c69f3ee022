// What HTTP answers besides documents of their own: players' lists, their export, and refusals. PROTOCOL.md explains
// the fields; `/openapi.json` is made from them.
#pragma once

#include "protocol/match_result.hpp"
#include "protocol/player.hpp"
#include "protocol/server_message.hpp"

#include <boost/describe/class.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tefuda {

/// Why a request is refused, where there is nothing for programs to know.
struct HttpRefusal {
    std::string message; ///< a sentence for people
};
BOOST_DESCRIBE_STRUCT(HttpRefusal, (), (message))

struct Until {
    Nullable<std::string> until; ///< as 2026-11-26T05:00:00Z; null: for ever
};
BOOST_DESCRIBE_STRUCT(Until, (), (until))

/// What the operator has decided stands against a request: `banned`, or `renamed`.
struct SanctionRefusal {
    std::string code;
    std::string message;
    Until details;
};
BOOST_DESCRIBE_STRUCT(SanctionRefusal, (), (code, message, details))

struct NameRefusal {
    std::string message;
    ErrorDetails details;
};
BOOST_DESCRIBE_STRUCT(NameRefusal, (), (message, details))

/// A code that makes another device the player, or brings the player back.
struct PlayerCode {
    std::string code;
    Nullable<int> expires_s; ///< null: with the next one
};
BOOST_DESCRIBE_STRUCT(PlayerCode, (), (code, expires_s))

/// A room that waits or plays, in which a player has a seat.
struct RunningRoom {
    std::string room;
    std::string game;
    int match;
    Seat seat;
    RoomStatus status;
    bool to_act; ///< the game waits for the player
};
BOOST_DESCRIBE_STRUCT(RunningRoom, (), (room, game, match, seat, status, to_act))

struct PlayerResults {
    std::vector<KeptResult> results;
    Nullable<std::string> next;
};
BOOST_DESCRIBE_STRUCT(PlayerResults, (), (results, next))

struct PlayerGames {
    std::vector<RunningRoom> running;
    std::vector<KeptResult> finished;
    Nullable<std::string> next;
};
BOOST_DESCRIBE_STRUCT(PlayerGames, (), (running, finished, next))

/// What is known of a player besides what others see.
struct KeptOfPlayer {
    std::int64_t secrets;
    std::vector<CodeUse> codes;
    std::string seen; ///< YYYY-MM-DD
};
BOOST_DESCRIBE_STRUCT(KeptOfPlayer, (), (secrets, codes, seen))

struct ExportedBoard {
    std::string date;
    std::string game;
    std::string room;
    Nullable<std::int64_t> margin; ///< null: it is not finished
    Nullable<double> percent;      ///< null also while it is not settled
};
BOOST_DESCRIBE_STRUCT(ExportedBoard, (), (date, game, room, margin, percent))

struct OwnReport {
    std::string at;
    std::string room;
    std::string game;
    int match;
    Nullable<Seat> seat; ///< of whom it is; null where no seat was named
    std::string text;
};
BOOST_DESCRIBE_STRUCT(OwnReport, (), (at, room, game, match, seat, text))

struct OwnSanction {
    std::int64_t number;
    std::string kind;
    std::string since;
    Nullable<std::string> until;
    Nullable<std::string> lifted;
    std::string because;
};
BOOST_DESCRIBE_STRUCT(OwnSanction, (), (number, kind, since, until, lifted, because))

/// The beginning of a player's export; lists follow.
struct ExportedPlayer {
    Player player;
    KeptOfPlayer kept;
};
BOOST_DESCRIBE_STRUCT(ExportedPlayer, (), (player, kept))

/// A player's line on the sheet of a room.
struct ExportedLine {
    std::string room;
    std::string name;
    double points;
    int played;
    int won;
    double bot_share;
};
BOOST_DESCRIBE_STRUCT(ExportedLine, (), (room, name, points, played, won, bot_share))

/// The lists of a player's export, which are written piece by piece.
struct ExportedLists {
    std::vector<std::string> blocked; ///< ids
    std::vector<std::string> rooms;   ///< codes
    std::vector<ExportedLine> evenings;
    std::vector<KeptResult> results;
    std::vector<OwnReport> reports;
    std::vector<OwnSanction> sanctions;
    std::vector<ExportedBoard> boards;
};
BOOST_DESCRIBE_STRUCT(ExportedLists, (), (blocked, rooms, evenings, results, reports, sanctions, boards))

/// How often a player has played a game.
struct GameTally {
    std::int64_t played;
    std::int64_t won;
};
BOOST_DESCRIBE_STRUCT(GameTally, (), (played, won))

} // namespace tefuda
