#include "server/journal/sqlite/rooms_file.hpp"

#include "server/journal/saved_json.hpp"

#include <spdlog/spdlog.h>

#include <sqlite3.h>

#include <utility>

namespace tefuda::server {

namespace {

// A match's row is long, and most are written once: with a rowid they are appended.
constexpr auto rooms_schema = R"(
CREATE TABLE journal (id TEXT NOT NULL, folded INTEGER NOT NULL);
CREATE TABLE room (
  code TEXT PRIMARY KEY NOT NULL,
  state TEXT NOT NULL,
  finished INTEGER NOT NULL,
  touched INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE match (
  room TEXT NOT NULL REFERENCES room (code) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  setup TEXT NOT NULL,
  actions BLOB NOT NULL,
  banks TEXT NOT NULL,
  ended INTEGER,
  PRIMARY KEY (room, number)
)
)";

// The application id is "TFDA". Some matches fit into a page of this size, and a long one takes few pages.
constexpr FileFormat rooms_format{
    .application_id = 0x54464441, .page_size = 16384, .schema = rooms_schema, .migrations = {}};

/// \returns nothing if the row is damaged
std::optional<StoredMatch> match_of(SQLite::Statement& row) {
    auto setup = read_saved_setup(row.getColumn(1).getString());
    auto actions = MatchActions::from_bytes(row.getColumn(2).getString());
    auto banks = read_banks(row.getColumn(3).getString());
    if (!setup || !actions || !banks) return std::nullopt;
    return StoredMatch{row.getColumn(0).getInt(), std::move(*setup), std::move(*actions), std::move(*banks)};
}

} // namespace

RoomsFile::RoomsFile(std::filesystem::path const& file, std::string const& id)
    : file_(file, rooms_format,
            [&](SqliteFile& made) { made.run("INSERT INTO journal (id, folded) VALUES (?, 0)", id); }) {
    // KiB: the pages of matches that are on are written again and again.
    file_.execute("PRAGMA cache_size = -32768");
}

std::string RoomsFile::id() {
    std::string id;
    file_.select("SELECT id FROM journal", [&](SQLite::Statement& row) { id = row.getColumn(0).getString(); });
    return id;
}

std::int64_t RoomsFile::folded() {
    std::int64_t folded = 0;
    file_.select("SELECT folded FROM journal", [&](SQLite::Statement& row) { folded = row.getColumn(0).getInt64(); });
    return folded;
}

void RoomsFile::fold(ChangesByRoom const& changes, std::int64_t last_batch) {
    file_.guarded([&] {
        SQLite::Transaction transaction(file_.db(), SQLite::TransactionBehavior::IMMEDIATE);
        for (auto const& [code, room] : changes) fold_room(code, room);
        file_.run("UPDATE journal SET folded = ?", last_batch);
        transaction.commit();
    });
}

void RoomsFile::preview(std::string const& code, RoomChanges const& changes, std::function<void()> const& read) {
    file_.guarded([&] {
        // Rolled back at the end; until a commit, pages that have changed are in memory alone.
        SQLite::Transaction const transaction(file_.db(), SQLite::TransactionBehavior::IMMEDIATE);
        fold_room(code, changes);
        read();
    });
}

/// Changes that contradict the rows must not keep the other rooms from being folded.
void RoomsFile::fold_room(std::string const& code, RoomChanges const& changes) {
    try {
        if (changes.removed) file_.run("DELETE FROM room WHERE code = ?", code);
        if (changes.state)
            file_.run("INSERT INTO room (code, state, finished, touched) VALUES (?, ?, ?, unixepoch()) "
                      "ON CONFLICT (code) DO UPDATE SET "
                      "state = excluded.state, finished = excluded.finished, touched = excluded.touched",
                      code, *changes.state, changes.finished ? 1 : 0);
        else
            // A match may go on for longer than finished ones are kept, and nothing else of its room may change.
            file_.run("UPDATE room SET touched = unixepoch() WHERE code = ?", code);
        for (auto const& match : changes.matches) fold_match(code, match);
    } catch (Contradiction const& problem) {
        spdlog::error("The journal can't fold all of room {}: {}", code, problem.what());
    }
}

void RoomsFile::fold_match(std::string const& code, MatchChanges const& changes) {
    auto const ended = changes.ended ? 1 : 0;
    if (changes.setup) {
        file_.run("INSERT INTO match (ended, room, number, setup, actions, banks) "
                  "VALUES (CASE ? WHEN 1 THEN unixepoch() END, ?, ?, ?, ?, ?)",
                  ended, code, changes.number, *changes.setup, Blob{changes.actions.bytes()}, changes.banks);
    } else if (file_.run("UPDATE match SET ended = CASE ? WHEN 1 THEN unixepoch() ELSE ended END, "
                         "actions = CAST(actions || ? AS BLOB), banks = ? WHERE room = ? AND number = ?",
                         ended, Blob{changes.actions.bytes()}, changes.banks, code, changes.number) == 0) {
        throw Contradiction("it has no match " + std::to_string(changes.number));
    }
}

Store::Recovered RoomsFile::recover(std::function<void(StoredRoom)> const& each) {
    Store::Recovered recovered;
    file_.select("SELECT code, state, finished FROM room", [&](SQLite::Statement& row) {
        auto const code = row.getColumn(0).getString();
        if (row.getColumn(2).getInt() != 0)
            recovered.finished.push_back(code);
        else if (auto room = stored_room(code, row.getColumn(1).getString()))
            each(std::move(*room));
        else
            recovered.damaged.push_back(code);
    });
    return recovered;
}

std::optional<StoredRoom> RoomsFile::read_room(std::string const& code) {
    std::optional<StoredRoom> room;
    file_.select(
        "SELECT state FROM room WHERE code = ?",
        [&](SQLite::Statement& row) {
            room = stored_room(code, row.getColumn(0).getString());
            if (!room) file_.fail_as_damaged("room " + code + " can't be read");
        },
        code);
    return room;
}

/// \returns nothing if it can't be read
std::optional<StoredRoom> RoomsFile::stored_room(std::string const& code, std::string const& state) {
    auto room = read_saved_room(state);
    if (!room) return std::nullopt;
    StoredRoom stored{code, std::move(*room), std::nullopt};
    auto readable = true;
    file_.select(
        "SELECT number, setup, actions, banks FROM match WHERE room = ? ORDER BY number DESC LIMIT 1",
        [&](SQLite::Statement& row) {
            stored.last_match = match_of(row);
            readable = stored.last_match.has_value();
        },
        code);
    return readable ? std::optional(std::move(stored)) : std::nullopt;
}

std::optional<StoredMatch> RoomsFile::read_match(std::string const& room, int number) {
    std::optional<StoredMatch> match;
    file_.select(
        "SELECT number, setup, actions, banks FROM match WHERE room = ? AND number = ? AND ended IS NOT NULL",
        [&](SQLite::Statement& row) {
            match = match_of(row);
            if (!match)
                file_.fail_as_damaged("match " + std::to_string(number) + " of room " + room + " can't be read");
        },
        room, number);
    return match;
}

std::vector<std::string> RoomsFile::expire(std::int64_t seconds) {
    file_.run("DELETE FROM match WHERE ended < unixepoch() - ? AND number < "
              "(SELECT max(number) FROM match AS other WHERE other.room = match.room)",
              seconds);
    std::vector<std::string> codes;
    file_.select(
        "SELECT code FROM room WHERE touched < unixepoch() - ?",
        [&](SQLite::Statement& row) { codes.push_back(row.getColumn(0).getString()); }, seconds);
    return codes;
}

} // namespace tefuda::server
