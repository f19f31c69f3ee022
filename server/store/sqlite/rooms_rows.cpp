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

void copy_matches(SQLite::Database& db, std::string const& room, RoomRow& row) {
    SQLite::Statement from(db, "SELECT number, coalesce(ended, 0), banks, setup, actions FROM match_1 WHERE room = ?");
    SQLite::Statement to(db, "INSERT INTO match (room, number, crc, setup_crc, actions_crc, ended, banks, setup, "
                             "actions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (from.bind(1, room); from.executeStep();) {
        auto const setup = from.getColumn(3).getString();
        auto const actions = from.getColumn(4).getString();
        MatchRow match{.number = from.getColumn(0).getInt64(),
                       .setup_crc = crc_of(setup),
                       .actions_crc = crc_of(actions),
                       .ended = from.getColumn(1).getInt64(),
                       .banks = from.getColumn(2).getString()};
        match.crc = match.true_crc(room);
        row.matches += match.crc;
        to.bind(1, room);
        to.bind(2, match.number);
        to.bind(3, match.crc);
        to.bind(4, match.setup_crc);
        to.bind(5, match.actions_crc);
        to.bind(6, match.ended);
        to.bind(7, match.banks);
        to.bind(8, setup);
        to.bind(9, actions.data(), static_cast<int>(actions.size()));
        to.exec();
        to.reset();
    }
}

/// To version 2.
void add_sums_to_rooms(SQLite::Database& db) {
    db.exec("ALTER TABLE match RENAME TO match_1; ALTER TABLE room RENAME TO room_1;"
            "ALTER TABLE journal RENAME TO journal_1");
    db.exec(rooms_schema);
    RoomsHead head{.id = db.execAndGet("SELECT id FROM journal_1").getString(),
                   .folded = db.execAndGet("SELECT folded FROM journal_1").getInt64(),
                   .writes = 1,
                   .expired = db.execAndGet("SELECT coalesce(max(touched), 0) FROM room_1").getInt64()};
    SQLite::Statement from(db, "SELECT code, state, finished, touched FROM room_1");
    SQLite::Statement to(db, "INSERT INTO room (code, state, finished, touched, matches, crc) "
                             "VALUES (?, ?, ?, ?, ?, ?)");
    SQLite::Statement sum(db, "UPDATE room SET matches = ?, crc = ? WHERE code = ?");
    while (from.executeStep()) {
        auto const code = from.getColumn(0).getString();
        RoomRow row{.state = from.getColumn(1).getString(),
                    .finished = from.getColumn(2).getInt() != 0,
                    .touched = from.getColumn(3).getInt64()};
        to.bind(1, code);
        to.bind(2, row.state);
        to.bind(3, row.finished ? 1 : 0);
        to.bind(4, row.touched);
        to.bind(5, 0);
        to.bind(6, 0);
        to.exec();
        to.reset();
        copy_matches(db, code, row);
        row.crc = row.true_crc(code);
        sum.bind(1, row.matches);
        sum.bind(2, row.crc);
        sum.bind(3, code);
        sum.exec();
        sum.reset();
        ++head.rooms;
        head.sum += row.crc;
    }
    from.reset();
    SQLite::Statement write(db, "INSERT INTO journal (id, folded, writes, rooms, sum, expired, crc) "
                                "VALUES (?, ?, ?, ?, ?, ?, ?)");
    write.bind(1, head.id);
    write.bind(2, head.folded);
    write.bind(3, head.writes);
    write.bind(4, head.rooms);
    write.bind(5, head.sum);
    write.bind(6, head.expired);
    write.bind(7, std::int64_t{head.crc()});
    write.exec();
    db.exec("DROP TABLE match_1; DROP TABLE room_1; DROP TABLE journal_1");
}

constexpr std::array<Migration, 4> rooms_migrations{add_sums_to_rooms, results_schema, tables::attempts,
                                                    tables::unfinished_attempts};

} // namespace

// The application id is "TFDA". Some matches fit into a page of this size, and a long one takes few pages.
FileFormat const rooms_format{.application_id = 0x54464441,
                              .page_size = 16384,
                              .schema = rooms_schema,
                              .migrations = rooms_migrations,
                              .schema_version = 2};

} // namespace tefuda::server
