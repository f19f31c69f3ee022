// The tables that every store has, in SQL that SQLite and PostgreSQL both take: those of players, boards of the day,
// puzzles and the operator, and what outlasts rooms. Names and other texts of people are JSON texts. Times are seconds
// since 1970, `ended` and `found` microseconds, days are since 1970.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <utility>

namespace tefuda::server {

/// Changes tables; without values.
struct TableStatement {
    constexpr TableStatement(char const* its_text) : text(its_text) {}

    char const* text;
    /// For SQLite, of a table with short rows: they stand in the order of their key, and nowhere else.
    bool is_ordered = false;
};

/// A table with short rows.
constexpr TableStatement ordered(char const* text) {
    TableStatement statement(text);
    statement.is_ordered = true;
    return statement;
}

/// What leads from one version of a store to the next.
using TableStatements = std::span<TableStatement const>;

namespace tables {

inline constexpr auto players = std::to_array<TableStatement>({
    ordered(R"(
CREATE TABLE player (
  id text PRIMARY KEY NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  created text NOT NULL,
  seen bigint NOT NULL
))"),
    "CREATE INDEX player_seen ON player (seen)",
    ordered(R"(
CREATE TABLE secret (
  hash text PRIMARY KEY NOT NULL,
  player text NOT NULL REFERENCES player (id) ON DELETE CASCADE
))"),
    "CREATE INDEX secret_player ON secret (player)",
    ordered(R"(
CREATE TABLE code (
  player text NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  purpose text NOT NULL,
  hash text NOT NULL UNIQUE,
  expires bigint NOT NULL,
  PRIMARY KEY (player, purpose)
))"),
});

/// Whom players have blocked.
inline constexpr auto blocked = std::to_array<TableStatement>({ordered(R"(
CREATE TABLE blocked (
  player text NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  other text NOT NULL,
  PRIMARY KEY (player, other)
))")});

/// What the cookies of players have in their names: place 0 is in use, others came with players of another store.
inline constexpr auto cookies = std::to_array<TableStatement>({R"(
CREATE TABLE cookie (
  place integer PRIMARY KEY NOT NULL,
  name text NOT NULL UNIQUE
))"});

/// Players who were deleted, for ever, and when something is to be done for each; null: never again.
inline constexpr auto deletions = std::to_array<TableStatement>({
    ordered(R"(
CREATE TABLE deletion (
  player text PRIMARY KEY NOT NULL,
  number bigint NOT NULL UNIQUE,
  at bigint NOT NULL,
  due bigint
))"),
    "CREATE INDEX deletion_due ON deletion (due) WHERE due IS NOT NULL",
});

/// The results of a player, which stay when the matches go.
inline constexpr auto played = std::to_array<TableStatement>({ordered(R"(
CREATE TABLE IF NOT EXISTS played (
  player text NOT NULL,
  ended bigint NOT NULL,
  room text NOT NULL,
  match integer NOT NULL,
  game text NOT NULL,
  won integer NOT NULL,
  PRIMARY KEY (player, ended, room, match)
))")});

/// Who has a seat where: `over` is 1 once the room has finished; or a line on the sheet of its evening alone: 2. After
/// a table `room`.
inline constexpr auto seated = std::to_array<TableStatement>({
    ordered(R"(
CREATE TABLE IF NOT EXISTS seated (
  player text NOT NULL,
  over integer NOT NULL,
  room text NOT NULL REFERENCES room (code) ON DELETE CASCADE,
  PRIMARY KEY (player, over, room)
))"),
    "CREATE INDEX IF NOT EXISTS seated_room ON seated (room)",
});

/// Which room a player has of which board, and its margin once the board is finished. It stays when the room goes.
inline constexpr auto attempts = std::to_array<TableStatement>({
    ordered(R"(
CREATE TABLE IF NOT EXISTS attempt (
  day integer NOT NULL,
  game text NOT NULL,
  player text NOT NULL,
  room text NOT NULL,
  human integer NOT NULL,
  margin bigint,
  PRIMARY KEY (day, game, player)
))"),
    "CREATE INDEX IF NOT EXISTS attempt_room ON attempt (room)",
    "CREATE INDEX IF NOT EXISTS attempt_finished ON attempt (day, game, margin) WHERE margin IS NOT NULL AND human = 1",
});

/// For a player's export.
inline constexpr auto unfinished_attempts = std::to_array<TableStatement>({
    "CREATE INDEX attempt_unfinished ON attempt (player) WHERE margin IS NULL",
});

/// The boards of the days: their secrets, up to which day they are open, and what came of those that are. `percent`
/// counts tenths.
inline constexpr auto boards = std::to_array<TableStatement>({
    R"(
CREATE TABLE board (
  day integer NOT NULL,
  game text NOT NULL,
  secret text NOT NULL,
  seats integer NOT NULL,
  options text NOT NULL,
  par bigint,
  settled integer NOT NULL,
  choices text NOT NULL,
  PRIMARY KEY (day, game)
))",
    "CREATE TABLE board_state (opened integer NOT NULL)",
    "INSERT INTO board_state VALUES (0)",
    ordered(R"(
CREATE TABLE board_line (
  day integer NOT NULL,
  game text NOT NULL,
  room text NOT NULL,
  player text NOT NULL,
  margin bigint NOT NULL,
  percent integer,
  PRIMARY KEY (day, game, room)
))"),
    "CREATE INDEX board_line_player ON board_line (player, day)",
});

/// Positions as a seat saw them, with what a bot thinks of them.
inline constexpr auto puzzles = std::to_array<TableStatement>({
    R"(
CREATE TABLE puzzle (
  id text PRIMARY KEY NOT NULL,
  game text NOT NULL,
  found bigint NOT NULL,
  options text NOT NULL,
  seats integer NOT NULL,
  seat integer NOT NULL,
  view text NOT NULL,
  legal text NOT NULL,
  compared text NOT NULL,
  room text NOT NULL,
  match integer NOT NULL,
  actions integer NOT NULL,
  UNIQUE (room, match, actions)
))",
    "CREATE INDEX puzzle_game ON puzzle (game, found)",
});

/// What the operator has decided.
inline constexpr auto operators = std::to_array<TableStatement>({
    R"(
CREATE TABLE sanction (
  number bigint PRIMARY KEY NOT NULL,
  kind text NOT NULL,
  player text,
  network text,
  until bigint,
  because text NOT NULL,
  since bigint NOT NULL,
  lifted bigint NOT NULL
))",
    R"(
CREATE TABLE notice (
  id bigint PRIMARY KEY NOT NULL,
  text text NOT NULL,
  until bigint
))",
    R"(
CREATE TABLE operator_act (
  number bigint PRIMARY KEY NOT NULL,
  at bigint NOT NULL,
  command text NOT NULL,
  arguments text NOT NULL,
  player text NOT NULL
))",
});

/// What players have reported to the operator: JSON.
inline constexpr auto reports = std::to_array<TableStatement>({R"(
CREATE TABLE report (
  number bigint PRIMARY KEY NOT NULL,
  at bigint NOT NULL,
  report text NOT NULL
))"});

/// All of these, one after the other.
template <std::size_t... counts>
constexpr auto joined(std::array<TableStatement, counts> const&... parts) {
    std::array<TableStatement, (counts + ...)> all = [&]<std::size_t... places>(std::index_sequence<places...>) {
        return std::array<TableStatement, sizeof...(places)>{((void)places, TableStatement(""))...};
    }(std::make_index_sequence<(counts + ...)>());
    std::size_t place = 0;
    auto const append = [&](auto const& part) {
        for (auto const& statement : part) all[place++] = statement;
    };
    (append(parts), ...);
    return all;
}

} // namespace tables

} // namespace tefuda::server
