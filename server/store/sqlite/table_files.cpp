#include "server/store/sqlite/table_files.hpp"

#include <array>

namespace tefuda::server {

namespace {

// The keys of the newest writes, with their answers.
constexpr auto written_schema = R"(
CREATE TABLE written (
  number INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  answer TEXT NOT NULL
)
)";

constexpr auto report_player_schema = R"(
ALTER TABLE report ADD COLUMN player TEXT;
UPDATE report SET player = json_extract(report, '$.by.player');
CREATE INDEX report_player ON report (player, number)
)";

constexpr std::array<Migration, 6> people_migrations{tables::blocked, tables::boards, tables::puzzles,
                                                     tables::cookies, written_schema, tables::deletions};

constexpr std::array<Migration, 3> operator_migrations{tables::reports, written_schema, report_player_schema};

// As in rooms.sqlite, without check sums; a room is there as long as somebody has a seat in it or a match of it can be
// read, and nothing of it but its code.
constexpr auto rooms_in_memory = R"(
CREATE TABLE room (code TEXT PRIMARY KEY NOT NULL, state TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE match (
  room TEXT NOT NULL REFERENCES room (code) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  PRIMARY KEY (room, number)
) WITHOUT ROWID;
CREATE TABLE result (
  room TEXT NOT NULL,
  match INTEGER NOT NULL,
  ended INTEGER NOT NULL,
  game TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (room, match)
)
)";

constexpr std::array<Migration, 14> memory_migrations{tables::blocked,      tables::boards,
                                                      tables::puzzles,      tables::cookies,
                                                      written_schema,       tables::deletions,
                                                      tables::operators,    tables::reports,
                                                      report_player_schema, rooms_in_memory,
                                                      tables::played,       tables::seated,
                                                      tables::attempts,     tables::unfinished_attempts};

} // namespace

// The application ids are "TFDP" and "TFDO".
FileFormat const people_format{.application_id = 0x54464450,
                               .page_size = 4096,
                               .schema = tables::players,
                               .migrations = people_migrations,
                               .check_whole = true,
                               .schema_version = 1};

FileFormat const operator_format{.application_id = 0x5446444F,
                                 .page_size = 4096,
                                 .schema = tables::operators,
                                 .migrations = operator_migrations,
                                 .check_whole = true,
                                 .schema_version = 1};

FileFormat const memory_format{.application_id = 0x54464450,
                               .page_size = 4096,
                               .schema = tables::players,
                               .migrations = memory_migrations,
                               .schema_version = 1};

} // namespace tefuda::server
