#include "server/store/sqlite/table_files.hpp"

#include <array>

namespace tefuda::server {

namespace {

constexpr auto player_tables = R"(
CREATE TABLE player (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  created TEXT NOT NULL,
  seen INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX player_seen ON player (seen);
CREATE TABLE secret (
  hash TEXT PRIMARY KEY NOT NULL,
  player TEXT NOT NULL REFERENCES player (id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX secret_player ON secret (player);
CREATE TABLE code (
  player TEXT NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  expires INTEGER NOT NULL,
  PRIMARY KEY (player, purpose)
) WITHOUT ROWID
)";

constexpr auto operator_schema = R"(
CREATE TABLE sanction (
  number INTEGER PRIMARY KEY NOT NULL,
  kind TEXT NOT NULL,
  player TEXT,
  network TEXT,
  until INTEGER,
  because TEXT NOT NULL,
  since INTEGER NOT NULL,
  lifted INTEGER NOT NULL
);
CREATE TABLE notice (
  id INTEGER PRIMARY KEY NOT NULL,
  text TEXT NOT NULL,
  until INTEGER
);
CREATE TABLE operator_act (
  number INTEGER PRIMARY KEY NOT NULL,
  at INTEGER NOT NULL,
  command TEXT NOT NULL,
  arguments TEXT NOT NULL,
  player TEXT NOT NULL
)
)";

constexpr auto blocked_schema = R"(
CREATE TABLE blocked (
  player TEXT NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  other TEXT NOT NULL,
  PRIMARY KEY (player, other)
) WITHOUT ROWID
)";

constexpr auto report_schema = R"(
CREATE TABLE report (
  number INTEGER PRIMARY KEY NOT NULL,
  at INTEGER NOT NULL,
  report TEXT NOT NULL
)
)";

constexpr auto board_tables = R"(
CREATE TABLE board (
  day INTEGER NOT NULL,
  game TEXT NOT NULL,
  secret TEXT NOT NULL,
  seats INTEGER NOT NULL,
  options TEXT NOT NULL,
  par INTEGER,
  settled INTEGER NOT NULL,
  choices TEXT NOT NULL,
  PRIMARY KEY (day, game)
);
CREATE TABLE board_state (opened INTEGER NOT NULL);
INSERT INTO board_state VALUES (0);
CREATE TABLE board_line (
  day INTEGER NOT NULL,
  game TEXT NOT NULL,
  room TEXT NOT NULL,
  player TEXT NOT NULL,
  margin INTEGER NOT NULL,
  percent INTEGER,
  PRIMARY KEY (day, game, room)
) WITHOUT ROWID;
CREATE INDEX board_line_player ON board_line (player, day)
)";

constexpr auto puzzles_schema = R"(
CREATE TABLE puzzle (
  id TEXT PRIMARY KEY NOT NULL,
  game TEXT NOT NULL,
  found INTEGER NOT NULL,
  options TEXT NOT NULL,
  seats INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  view TEXT NOT NULL,
  legal TEXT NOT NULL,
  compared TEXT NOT NULL,
  room TEXT NOT NULL,
  match INTEGER NOT NULL,
  actions INTEGER NOT NULL,
  UNIQUE (room, match, actions)
);
CREATE INDEX puzzle_game ON puzzle (game, found)
)";

// The keys of the newest writes, with their answers.
constexpr auto written_schema = R"(
CREATE TABLE written (
  number INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  answer TEXT NOT NULL
)
)";

constexpr auto cookie_schema = R"(
CREATE TABLE cookie (
  place INTEGER PRIMARY KEY NOT NULL,
  name TEXT NOT NULL UNIQUE
)
)";

constexpr auto deletion_schema = R"(
CREATE TABLE deletion (
  player TEXT PRIMARY KEY NOT NULL,
  number INTEGER NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  due INTEGER
) WITHOUT ROWID;
CREATE INDEX deletion_due ON deletion (due) WHERE due IS NOT NULL
)";

constexpr auto report_player_schema = R"(
ALTER TABLE report ADD COLUMN player TEXT;
UPDATE report SET player = json_extract(report, '$.by.player');
CREATE INDEX report_player ON report (player, number)
)";

constexpr std::array<Migration, 6> people_migrations{blocked_schema, board_tables,   puzzles_schema,
                                                     cookie_schema,  written_schema, deletion_schema};

constexpr std::array<Migration, 3> operator_migrations{report_schema, written_schema, report_player_schema};

// As in rooms.sqlite, without check sums and without any room; `match` says which can be read.
constexpr auto results_in_memory = R"(
CREATE TABLE room (code TEXT PRIMARY KEY NOT NULL, state TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE match (room TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (room, number)) WITHOUT ROWID;
CREATE TABLE result (
  room TEXT NOT NULL,
  match INTEGER NOT NULL,
  ended INTEGER NOT NULL,
  game TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (room, match)
);
CREATE TABLE played (
  player TEXT NOT NULL,
  ended INTEGER NOT NULL,
  room TEXT NOT NULL,
  match INTEGER NOT NULL,
  game TEXT NOT NULL,
  won INTEGER NOT NULL,
  PRIMARY KEY (player, ended, room, match)
) WITHOUT ROWID;
CREATE TABLE seated (
  player TEXT NOT NULL,
  over INTEGER NOT NULL,
  room TEXT NOT NULL,
  PRIMARY KEY (player, over, room)
) WITHOUT ROWID;
CREATE INDEX seated_room ON seated (room);
CREATE TABLE attempt (
  day INTEGER NOT NULL,
  game TEXT NOT NULL,
  player TEXT NOT NULL,
  room TEXT NOT NULL,
  human INTEGER NOT NULL,
  margin INTEGER,
  PRIMARY KEY (day, game, player)
) WITHOUT ROWID;
CREATE INDEX attempt_room ON attempt (room)
)";

constexpr std::array<Migration, 10> memory_migrations{
    blocked_schema,  board_tables,  puzzles_schema,       cookie_schema,     written_schema,
    operator_schema, report_schema, report_player_schema, results_in_memory, deletion_schema};

} // namespace

// The application ids are "TFDP" and "TFDO".
FileFormat const people_format{.application_id = 0x54464450,
                               .page_size = 4096,
                               .schema = player_tables,
                               .migrations = people_migrations,
                               .check_whole = true,
                               .schema_version = 1};

FileFormat const operator_format{.application_id = 0x5446444F,
                                 .page_size = 4096,
                                 .schema = operator_schema,
                                 .migrations = operator_migrations,
                                 .check_whole = true,
                                 .schema_version = 1};

FileFormat const memory_format{.application_id = 0x54464450,
                               .page_size = 4096,
                               .schema = player_tables,
                               .migrations = memory_migrations,
                               .schema_version = 1};

} // namespace tefuda::server
