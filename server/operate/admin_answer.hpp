// What the operator is answered: one JSON object in a line, `{"ok": true}` with `rows` or a `row` where there is
// something to show, or `{"ok": false, "message": …}`. Nothing here has a hand, a seed, a secret or a token.
#pragma once

#include "protocol/codec/encode.hpp"
#include "protocol/server_message.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tefuda::server {

struct SeatRow {
    Seat seat;
    Nullable<std::string> name;
    SeatKind kind;
    Nullable<std::string> player; ///< its id
    Nullable<bool> connected;     ///< null where the room runs on another server
    std::optional<Nullable<std::string>> address;
    std::optional<Nullable<std::int64_t>> connected_s;
};
BOOST_DESCRIBE_STRUCT(SeatRow, (), (seat, name, kind, player, connected, address, connected_s))

struct ChatRow {
    Nullable<Seat> from; ///< null for a spectator
    std::string name;
    Nullable<std::string> player;
    std::string text;
    std::int64_t age_s;
};
BOOST_DESCRIBE_STRUCT(ChatRow, (), (from, name, player, text, age_s))

struct RoomRow {
    std::string room;
    std::string game;
    RoomStatus status;
    std::vector<SeatRow> seats;
    int spectators;
    bool public_;
    std::int64_t age_s;              ///< since it was made
    Nullable<std::int64_t> silent_s; ///< since a client's message was carried out in it
    Nullable<std::string> node;      ///< the server on which it runs; null: it sleeps
    std::optional<std::string> call; ///< the link to where it talks; absent: none
    std::optional<std::vector<ChatRow>> chat;
};
BOOST_DESCRIBE_STRUCT(RoomRow, (), (room, game, status, seats, spectators, public_, age_s, silent_s, node, call, chat))

/// A connection.
struct PersonRow {
    Nullable<std::string> player;   ///< its id
    std::vector<std::string> names; ///< in its rooms, each once
    std::string address;
    std::vector<std::string> rooms;
    std::int64_t connected_s;
};
BOOST_DESCRIBE_STRUCT(PersonRow, (), (player, names, address, rooms, connected_s))

/// What was played of a game in a day.
struct StatsRow {
    std::string day; ///< YYYY-MM-DD, UTC
    std::string game;
    std::int64_t players; ///< known ones
    std::int64_t rooms;
    std::int64_t matches; ///< that ended
    std::int64_t results; ///< of known players
};
BOOST_DESCRIBE_STRUCT(StatsRow, (), (day, game, players, rooms, matches, results))

/// What was played of all games in a week, which begins on Monday (UTC).
struct WeekRow {
    std::string week;         ///< the Monday, YYYY-MM-DD
    std::int64_t players;     ///< known ones, each once
    std::int64_t new_players; ///< of these, those who had played nothing before
    std::int64_t rooms;
    std::int64_t matches; ///< that ended
    std::int64_t results; ///< of known players
};
BOOST_DESCRIBE_STRUCT(WeekRow, (), (week, players, new_players, rooms, matches, results))

struct AdminRefusal {
    bool ok = false;
    std::string message;
};
BOOST_DESCRIBE_STRUCT(AdminRefusal, (), (ok, message))

inline std::string admin_done() {
    return R"({"ok":true})";
}

inline std::string admin_refused(std::string message) {
    return codec::to_json(AdminRefusal{false, std::move(message)});
}

/// It is not known whether the command is carried out.
inline std::string admin_unanswered() {
    return admin_refused("The server did not get an answer in time: try again.");
}

template <class Row>
std::string admin_row(Row const& row) {
    return R"({"ok":true,"row":)" + codec::to_json(row) + "}";
}

template <class Row>
std::string admin_rows(std::vector<Row> const& rows) {
    return R"({"ok":true,"rows":)" + codec::to_json(rows) + "}";
}

} // namespace tefuda::server
