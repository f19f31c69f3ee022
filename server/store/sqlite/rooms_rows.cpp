#include "server/store/sqlite/rooms_rows.hpp"

#include <array>

namespace tefuda::server {

namespace {

// A match's row is long, and most are written once: with a rowid they are appended. Its short columns come first, so
// that they can be read without the long ones.
constexpr auto rooms_schema = R"(
CREATE TABLE journal (
  id TEXT NOT NULL,
  folded INTEGER NOT NULL,
  writes INTEGER NOT NULL,
  rooms INTEGER NOT NULL,
  sum INTEGER NOT NULL,
  expired INTEGER NOT NULL,
  crc INTEGER NOT NULL
);
CREATE TABLE room (
  code TEXT PRIMARY KEY NOT NULL,
  state TEXT NOT NULL,
  finished INTEGER NOT NULL,
  touched INTEGER NOT NULL,
  matches INTEGER NOT NULL,
  crc INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE match (
  room TEXT NOT NULL REFERENCES room (code) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  crc INTEGER NOT NULL,
  setup_crc INTEGER NOT NULL,
  actions_crc INTEGER NOT NULL,
  ended INTEGER NOT NULL,
  banks TEXT NOT NULL,
  setup TEXT NOT NULL,
  actions BLOB NOT NULL,
  PRIMARY KEY (room, number)
)
)";

// The results of finished matches, which stay when the matches go.
constexpr auto result_table = std::to_array<TableStatement>({R"(
CREATE TABLE IF NOT EXISTS result (
  room TEXT NOT NULL,
  match INTEGER NOT NULL,
  ended INTEGER NOT NULL,
  game TEXT NOT NULL,
  text TEXT NOT NULL,
  crc INTEGER NOT NULL,
  PRIMARY KEY (room, match)
))"});

constexpr auto results_schema = tables::joined(result_table, tables::played, tables::seated);

void copy_matches(SqliteFile& file, std::string const& room, RoomRow& row) {
    file.select(
        "SELECT number, coalesce(ended, 0), banks, setup, actions FROM match_1 WHERE room = ?",
        [&](SQLite::Statement& from) {
            MatchRow match{.number = from.getColumn(0).getInt64(),
                           .ended = from.getColumn(1).getInt64(),
                           .banks = from.getColumn(2).getString()};
            insert_match(file, room, match, from.getColumn(3).getString(), from.getColumn(4).getString());
            row.matches += match.crc;
        },
        room);
}

/// To version 2.
void add_sums_to_rooms(SqliteFile& file) {
    file.execute("ALTER TABLE match RENAME TO match_1; ALTER TABLE room RENAME TO room_1;"
                 "ALTER TABLE journal RENAME TO journal_1");
    file.execute(rooms_schema);
    RoomsHead head{.id = {}, .writes = 1, .expired = file.number("SELECT coalesce(max(touched), 0) FROM room_1")};
    file.select("SELECT id, folded FROM journal_1", [&](SQLite::Statement& row) {
        head.id = row.getColumn(0).getString();
        head.folded = row.getColumn(1).getInt64();
    });
    file.select("SELECT code, state, finished, touched FROM room_1", [&](SQLite::Statement& from) {
        auto const code = from.getColumn(0).getString();
        RoomRow row{.state = from.getColumn(1).getString(),
                    .finished = from.getColumn(2).getInt() != 0,
                    .touched = from.getColumn(3).getInt64()};
        file.run("INSERT INTO room (code, state, finished, touched, matches, crc) VALUES (?, ?, ?, ?, 0, 0)", code,
                 row.state, row.finished ? 1 : 0, row.touched);
        copy_matches(file, code, row);
        row.crc = row.true_crc(code);
        file.run("UPDATE room SET matches = ?, crc = ? WHERE code = ?", row.matches, row.crc, code);
        ++head.rooms;
        head.sum += row.crc;
    });
    file.run("INSERT INTO journal (id, folded, writes, rooms, sum, expired, crc) VALUES (?, ?, ?, ?, ?, ?, ?)", head.id,
             head.folded, head.writes, head.rooms, head.sum, head.expired, head.crc());
    file.execute("DROP TABLE match_1; DROP TABLE room_1; DROP TABLE journal_1");
}

constexpr std::array<Migration, 4> rooms_migrations{add_sums_to_rooms, results_schema, tables::attempts,
                                                    tables::unfinished_attempts};

} // namespace

void insert_match(SqliteFile& file, std::string const& room, MatchRow& match, std::string const& setup,
                  std::string const& actions) {
    match.setup_crc = crc_of(setup);
    match.actions_crc = crc_of(actions);
    match.crc = match.true_crc(room);
    file.run("INSERT INTO match (room, number, crc, setup_crc, actions_crc, ended, banks, setup, actions) "
             "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
             room, match.number, match.crc, match.setup_crc, match.actions_crc, match.ended, match.banks, setup,
             Blob{actions});
}

// The application id is "TFDA". Some matches fit into a page of this size, and a long one takes few pages.
FileFormat const rooms_format{.application_id = 0x54464441,
                              .page_size = 16384,
                              .schema = rooms_schema,
                              .migrations = rooms_migrations,
                              .schema_version = 2};

} // namespace tefuda::server
