#include "server/journal/database.hpp"

#include "server/journal/sqlite_store.hpp"
#include "server/journal/unit_bytes.hpp"

#include <SQLiteCpp/VariadicBind.h>
#include <spdlog/spdlog.h>

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <utility>

namespace tefuda::server {

namespace fs = std::filesystem;

namespace {

/// "TFDA", in the file's header.
constexpr int application_id = 0x54464441;

constexpr auto schema = R"(
CREATE TABLE room (
  code TEXT PRIMARY KEY NOT NULL,
  state TEXT NOT NULL,
  finished INTEGER NOT NULL,
  touched INTEGER NOT NULL
) WITHOUT ROWID;
-- Its rows are long, and most are written once: behind the others.
CREATE TABLE match (
  room TEXT NOT NULL REFERENCES room (code) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  setup TEXT NOT NULL,
  actions BLOB NOT NULL,
  banks TEXT NOT NULL,
  ended INTEGER,
  PRIMARY KEY (room, number)
);
CREATE TABLE log_place (log INTEGER NOT NULL, key TEXT NOT NULL);
INSERT INTO log_place (log, key) VALUES (0, lower(hex(randomblob(32))));
)";

std::string what_to_do(fs::path const& file) {
    return " Put a copy of " + file.string() + " back in its place, or move the file away to begin anew.";
}

void prepare(SQLite::Database& db, fs::path const& file) {
    // Bytes, of a file that is made now: some matches fit into a page, and all is written in fewer pieces.
    db.exec("PRAGMA page_size = 16384");
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
    // KiB: the pages of matches that are on are written to again and again.
    db.exec("PRAGMA cache_size = -32768");
    auto const version = db.execAndGet("PRAGMA user_version").getInt();
    if (db.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0 && version == 0) {
        SQLite::Transaction transaction(db);
        db.exec(schema);
        db.exec("PRAGMA application_id = " + std::to_string(application_id));
        db.exec("PRAGMA user_version = " + std::to_string(journal_schema));
        transaction.commit();
        return;
    }
    if (db.execAndGet("PRAGMA application_id").getInt() != application_id)
        throw StoreFailure(file.string() + " is no journal of this server: move it away, or choose another --data.");
    if (version != journal_schema)
        throw StoreFailure("The journal " + file.string() + " was written by " +
                           (version > journal_schema ? "a newer" : "an older") + " server (schema " +
                           std::to_string(version) + ", this one knows " + std::to_string(journal_schema) +
                           "): start that one, or choose another --data.");
    if (db.execAndGet("PRAGMA quick_check(1)").getString() != "ok")
        throw StoreFailure("The journal " + file.string() + " is damaged." + what_to_do(file));
}

SQLite::Database open_file(fs::path const& file) {
    // SQLite would make it readable to others; its side files have the same rights.
    close(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    try {
        SQLite::Database db(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX);
        prepare(db, file);
        return db;
    } catch (SQLite::Exception const& problem) {
        throw StoreFailure("The journal " + file.string() + " can't be read: " + problem.what() + "." +
                           what_to_do(file));
    }
}

/// SQLite's complaints as the store's.
template <class Work>
auto guarded(Work const& work) -> decltype(work()) {
    try {
        return work();
    } catch (SQLite::Exception const& problem) {
        throw StoreFailure(std::string(problem.what()) + " (" + problem.getErrorStr() + ")");
    }
}

/// Nothing where its actions can't be read: then its room can't be brought back, but the others can.
std::optional<StoredMatch> match_of(SQLite::Statement& row) {
    auto actions = read_actions(row.getColumn(2).getString());
    if (!actions) return std::nullopt;
    return StoredMatch{row.getColumn(0), row.getColumn(1), std::move(*actions), row.getColumn(3)};
}

} // namespace

Database::Database(fs::path const& file) : db_(open_file(file)) {}

Database::LogPlace Database::log_place() {
    return guarded([&] {
        auto const log = db_.execAndGet("SELECT log FROM log_place").getInt();
        auto const key = bytes32_from_hex(db_.execAndGet("SELECT key FROM log_place").getString());
        if (!key || (log != 0 && log != 1))
            throw StoreFailure("The journal " + db_.getFilename() + " is damaged." + what_to_do(db_.getFilename()));
        return LogPlace{log, *key};
    });
}

void Database::take_in(Backlog const& backlog, LogPlace const& next) {
    guarded([&] {
        SQLite::Transaction transaction(db_, SQLite::TransactionBehavior::IMMEDIATE);
        backlog.for_each([&](std::string const& code, Backlog::Room const& room) {
            try {
                take_in(code, room);
            } catch (SQLite::Exception const& problem) {
                // What contradicts itself must not keep the others out.
                if (problem.getErrorCode() != SQLITE_CONSTRAINT) throw;
                spdlog::error("The journal can't take in all of room {}: {}", code, problem.what());
            }
        });
        run("UPDATE log_place SET log = ?, key = ?", next.log, to_hex(next.key));
        transaction.commit();
    });
}

void Database::take_in(std::string const& code, Backlog::Room const& room) {
    if (room.removed) run("DELETE FROM room WHERE code = ?", code);
    if (room.saved)
        run("INSERT INTO room (code, state, finished, touched) VALUES (?, ?, ?, unixepoch()) "
            "ON CONFLICT (code) DO UPDATE SET "
            "state = excluded.state, finished = excluded.finished, touched = excluded.touched",
            code, std::string(room.saved->state), room.saved->finished ? 1 : 0);
    else
        // A match may go on for longer than what is over is kept, and nothing else of its room may change.
        run("UPDATE room SET touched = unixepoch() WHERE code = ?", code);
    for (auto const& [number, match] : room.matches) take_in(code, number, match);
}

void Database::take_in(std::string const& code, int number, Backlog::Match const& match) {
    if (match.setup)
        run("INSERT INTO match (ended, room, number, setup, actions, banks) "
            "VALUES (CASE ? WHEN 1 THEN unixepoch() END, ?, ?, ?, CAST(? AS BLOB), ?)",
            match.ended ? 1 : 0, code, number, std::string(*match.setup), match.actions, std::string(match.banks));
    else
        run("UPDATE match SET ended = CASE ? WHEN 1 THEN unixepoch() END, "
            "actions = CAST(actions || ? AS BLOB), banks = ? "
            "WHERE room = ? AND number = ?",
            match.ended ? 1 : 0, match.actions, std::string(match.banks), code, number);
}

std::vector<std::string> Database::read_rooms(std::function<void(StoredRoom)> const& each) {
    return guarded([&] {
        std::vector<std::string> finished;
        SQLite::Statement rooms(db_, "SELECT code, state, finished FROM room");
        while (rooms.executeStep()) {
            std::string const code = rooms.getColumn(0);
            if (rooms.getColumn(2).getInt() != 0) {
                finished.push_back(code);
            } else {
                each({code, rooms.getColumn(1), last_match(code)});
            }
        }
        return finished;
    });
}

std::optional<StoredRoom> Database::read_room(std::string const& code) {
    return guarded([&]() -> std::optional<StoredRoom> {
        SQLite::Statement room(db_, "SELECT state FROM room WHERE code = ?");
        room.bind(1, code);
        if (!room.executeStep()) return std::nullopt;
        return StoredRoom{code, room.getColumn(0), last_match(code)};
    });
}

std::optional<StoredMatch> Database::read_match(std::string const& room, int number) {
    return guarded([&]() -> std::optional<StoredMatch> {
        SQLite::Statement match(db_, "SELECT number, setup, actions, banks FROM match "
                                     "WHERE room = ? AND number = ? AND ended IS NOT NULL");
        match.bind(1, room);
        match.bind(2, number);
        if (!match.executeStep()) return std::nullopt;
        return match_of(match);
    });
}

std::vector<std::string> Database::expire(std::int64_t seconds) {
    return guarded([&] {
        run("DELETE FROM match WHERE ended < unixepoch() - ? AND number < "
            "(SELECT max(number) FROM match AS other WHERE other.room = match.room)",
            seconds);
        SQLite::Statement rooms(db_, "SELECT code FROM room WHERE touched < unixepoch() - ?");
        rooms.bind(1, seconds);
        std::vector<std::string> codes;
        while (rooms.executeStep()) codes.push_back(rooms.getColumn(0));
        return codes;
    });
}

std::optional<StoredMatch> Database::last_match(std::string const& room) {
    SQLite::Statement match(db_, "SELECT number, setup, actions, banks FROM match WHERE room = ? "
                                 "ORDER BY number DESC LIMIT 1");
    match.bind(1, room);
    return match.executeStep() ? match_of(match) : std::nullopt;
}

template <class... Values>
void Database::run(char const* sql, Values const&... values) {
    auto const found = statements_.find(sql);
    auto& row = found != statements_.end() ? found->second
                                           : statements_.emplace(sql, SQLite::Statement(db_, sql)).first->second;
    // Also after a failure it must be ready for the next time.
    struct Reset {
        SQLite::Statement& row;
        ~Reset() { row.tryReset(); }
    } const reset{row};
    SQLite::bind(row, values...);
    row.exec();
}

} // namespace tefuda::server
