#include "server/journal/sqlite_store.hpp"

#include "rules/core/engine.hpp"
#include "server/journal/stored_form.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>
#include <spdlog/spdlog.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

namespace tefuda::server {

namespace fs = std::filesystem;

namespace {

/// "TFDA", in the file's header.
constexpr int application_id = 0x54464441;

// Rooms and matches are found by their names. Actions of matches that are on are appended at the end of their table, so
// that a commit writes few pages, however many rooms it is about; when the match ends its row takes them in.
constexpr auto schema = R"(
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
  actions TEXT NOT NULL DEFAULT '[]',
  banks TEXT NOT NULL DEFAULT '',
  ended INTEGER,
  PRIMARY KEY (room, number)
) WITHOUT ROWID;
CREATE TABLE action (
  id INTEGER PRIMARY KEY,
  room TEXT NOT NULL,
  match INTEGER NOT NULL,
  n INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  action TEXT NOT NULL,
  banks TEXT NOT NULL
);
)";

/// Held as long as it lives: a second server on the same directory is refused.
class DirectoryLock {
public:
    explicit DirectoryLock(fs::path const& directory)
        : file_(open((directory / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
        if (file_ < 0)
            throw StoreFailure("Can't write to " + directory.string() + " (" + std::strerror(errno) +
                               "): choose another --data, or let this user write there.");
        if (flock(file_, LOCK_EX | LOCK_NB) == 0) return;
        close(file_);
        throw StoreFailure("Another server uses " + directory.string() + ": stop it, or choose another --data.");
    }
    ~DirectoryLock() { close(file_); }
    DirectoryLock(DirectoryLock const&) = delete;
    DirectoryLock& operator=(DirectoryLock const&) = delete;

private:
    int file_;
};

std::string what_to_do(fs::path const& file) {
    return " Put a copy of " + file.string() + " back in its place, or move the file away to begin anew.";
}

using Key = std::pair<std::string, int>;

class SqliteStore final : public Store {
public:
    explicit SqliteStore(fs::path const& directory)
        : file_(directory / "journal.sqlite"), lock_(directory), db_(open_file(file_)), reader_(open_reader(file_)) {}

    std::vector<std::string> recover(std::function<void(StoredRoom)> const& each) override {
        return guarded([&] {
            take_in_actions();
            std::vector<std::string> finished;
            SQLite::Statement rooms(db_, "SELECT code, state, finished FROM room");
            while (rooms.executeStep()) {
                std::string const code = rooms.getColumn(0);
                if (rooms.getColumn(2).getInt() != 0) {
                    finished.push_back(code);
                } else {
                    each({code, rooms.getColumn(1), last_match(db_, code)});
                }
            }
            return finished;
        });
    }

    void commit(std::span<Unit const> units) override {
        guarded([&] {
            noted_.clear();
            SQLite::Transaction transaction(db_, SQLite::TransactionBehavior::IMMEDIATE);
            if (stored_since_trim_ >= stored_between_trims) trim();
            for (auto const& unit : units)
                for (auto const& change : unit.changes)
                    std::visit([&](auto const& it) { store(unit.room, it); }, change);
            transaction.commit();
            for (auto const& note : noted_) note();
        });
    }

    std::optional<StoredRoom> read_room(std::string const& code) override {
        std::lock_guard const lock(reader_mutex_);
        return guarded([&]() -> std::optional<StoredRoom> {
            SQLite::Statement room(reader_, "SELECT state FROM room WHERE code = ?");
            room.bind(1, code);
            if (!room.executeStep()) return std::nullopt;
            return StoredRoom{code, room.getColumn(0), last_match(reader_, code)};
        });
    }

    std::optional<StoredMatch> read_match(std::string const& room, int number) override {
        std::lock_guard const lock(reader_mutex_);
        return guarded([&]() -> std::optional<StoredMatch> {
            SQLite::Statement match(reader_, "SELECT number, setup, actions, banks FROM match "
                                             "WHERE room = ? AND number = ? AND ended IS NOT NULL");
            match.bind(1, room);
            match.bind(2, number);
            if (!match.executeStep()) return std::nullopt;
            return match_of(match);
        });
    }

    std::vector<std::string> expire(std::int64_t seconds) override {
        return guarded([&] {
            SQLite::Statement matches(db_, "DELETE FROM match WHERE ended < unixepoch() - ? AND number < "
                                           "(SELECT max(number) FROM match AS other WHERE other.room = match.room)");
            matches.bind(1, seconds);
            matches.exec();
            SQLite::Statement rooms(db_, "SELECT code FROM room WHERE touched < unixepoch() - ?");
            rooms.bind(1, seconds);
            std::vector<std::string> codes;
            while (rooms.executeStep()) codes.push_back(rooms.getColumn(0));
            return codes;
        });
    }

private:
    /// SQLite's complaints as the store's.
    template <class Work>
    static auto guarded(Work const& work) -> decltype(work()) {
        try {
            return work();
        } catch (SQLite::Exception const& problem) {
            throw StoreFailure(std::string(problem.what()) + " (" + problem.getErrorStr() + ")");
        }
    }

    static SQLite::Database open_file(fs::path const& file) {
        // SQLite would make it readable to others; its side files have the same rights.
        close(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
        try {
            SQLite::Database db(file.string(), SQLite::OPEN_READWRITE);
            prepare(db, file);
            return db;
        } catch (SQLite::Exception const& problem) {
            throw StoreFailure("The journal " + file.string() + " can't be read: " + problem.what() + "." +
                               what_to_do(file));
        }
    }

    static SQLite::Database open_reader(fs::path const& file) {
        return guarded([&] {
            SQLite::Database reader(file.string(), SQLite::OPEN_READONLY);
            reader.setBusyTimeout(5000);
            return reader;
        });
    }

    static void prepare(SQLite::Database& db, fs::path const& file) {
        db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
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
            throw StoreFailure(file.string() +
                               " is no journal of this server: move it away, or choose another --data.");
        if (version > journal_schema)
            throw StoreFailure("The journal " + file.string() + " was written by a newer server (schema " +
                               std::to_string(version) + ", this one knows " + std::to_string(journal_schema) +
                               "): start that one, or choose another --data.");
        if (db.execAndGet("PRAGMA quick_check(1)").getString() != "ok")
            throw StoreFailure("The journal " + file.string() + " is damaged." + what_to_do(file));
    }

    /// After a stop: what matches that are on have taken goes into their rows, and the table of actions is empty.
    void take_in_actions() {
        std::map<Key, StoredMatch> matches;
        SQLite::Statement actions(db_, "SELECT room, match, n, seat, ms, action, banks FROM action ORDER BY id");
        while (actions.executeStep()) {
            Key const key(actions.getColumn(0).getString(), actions.getColumn(1).getInt());
            auto found = matches.find(key);
            if (found == matches.end()) {
                auto match = read_match_row(key);
                if (!match) continue;
                found = matches.emplace(key, std::move(*match)).first;
            }
            auto& match = found->second;
            // One that was taken in before is there twice; one behind a gap is no part of what can be played again.
            auto const seat = actions.getColumn(3).getInt();
            if (actions.getColumn(2).getInt() != static_cast<int>(match.actions.size()) || seat < 0 ||
                seat >= max_seats)
                continue;
            match.actions.push_back({Seat(seat), actions.getColumn(5).getString(), actions.getColumn(4).getInt64()});
            match.banks = actions.getColumn(6).getString();
        }
        SQLite::Transaction transaction(db_, SQLite::TransactionBehavior::IMMEDIATE);
        for (auto const& [key, match] : matches) {
            SQLite::Statement row(db_, "UPDATE match SET actions = ?, banks = ? WHERE room = ? AND number = ?");
            SQLite::bind(row, stored_form(match.actions), match.banks, key.first, key.second);
            row.exec();
        }
        db_.exec("DELETE FROM action");
        transaction.commit();
    }

    std::optional<StoredMatch> read_match_row(Key const& key) {
        SQLite::Statement match(db_, "SELECT number, setup, actions, banks FROM match "
                                     "WHERE room = ? AND number = ? AND ended IS NULL");
        match.bind(1, key.first);
        match.bind(2, key.second);
        return match.executeStep() ? match_of(match) : std::nullopt;
    }

    static std::optional<StoredMatch> last_match(SQLite::Database& db, std::string const& room) {
        SQLite::Statement match(db, "SELECT number, setup, actions, banks FROM match WHERE room = ? "
                                    "ORDER BY number DESC LIMIT 1");
        match.bind(1, room);
        return match.executeStep() ? match_of(match) : std::nullopt;
    }

    /// Nothing where its actions can't be read: then its room can't be brought back, but the others can.
    static std::optional<StoredMatch> match_of(SQLite::Statement& row) {
        auto actions = actions_of(row.getColumn(2).getString());
        if (!actions) return std::nullopt;
        return StoredMatch{row.getColumn(0), row.getColumn(1), std::move(*actions), row.getColumn(3)};
    }

    void store(std::string const& room, RoomSaved const& saved) {
        auto& row = statement("INSERT INTO room (code, state, finished, touched) VALUES (?, ?, ?, unixepoch()) "
                              "ON CONFLICT (code) DO UPDATE SET "
                              "state = excluded.state, finished = excluded.finished, touched = excluded.touched");
        SQLite::bind(row, room, saved.state, saved.finished ? 1 : 0);
        run(row);
    }

    void store(std::string const& room, MatchBegun const& begun) {
        auto& row = statement("INSERT INTO match (room, number, setup) VALUES (?, ?, ?)");
        SQLite::bind(row, room, begun.number, begun.setup);
        run(row);
    }

    void store(std::string const& room, ActionTaken const& taken) {
        auto& row =
            statement("INSERT INTO action (room, match, n, seat, ms, action, banks) VALUES (?, ?, ?, ?, ?, ?, ?)");
        SQLite::bind(row, room, taken.match, taken.index, taken.action.seat.number(),
                     static_cast<std::int64_t>(taken.action.ms), taken.action.action, taken.banks);
        run(row);
        noted_.push_back([this, key = Key(room, taken.match), id = db_.getLastInsertRowid()] {
            first_actions_.try_emplace(key, id);
        });
    }

    void store(std::string const& room, MatchStored const& stored) {
        auto& row = statement("UPDATE match SET actions = ?, banks = ?, ended = CASE ? WHEN 1 THEN unixepoch() END "
                              "WHERE room = ? AND number = ?");
        SQLite::bind(row, stored_form(stored.actions), stored.banks, stored.ended ? 1 : 0, room, stored.number);
        run(row);
        // A match may go on for longer than what is over is kept, and nothing else of its room may change.
        auto& touched = statement("UPDATE room SET touched = unixepoch() WHERE code = ?");
        touched.bind(1, room);
        run(touched);
        noted_.push_back([this, key = Key(room, stored.number)] {
            first_actions_.erase(key);
            ++stored_since_trim_;
        });
    }

    void store(std::string const& room, RoomRemoved const&) {
        auto& row = statement("DELETE FROM room WHERE code = ?");
        row.bind(1, room);
        run(row);
        noted_.push_back([this, room] {
            std::erase_if(first_actions_, [&](auto const& entry) { return entry.first.first == room; });
        });
    }

    /// Drops the actions before the first that a match still needs. \pre the commit has stored nothing yet
    void trim() {
        stored_since_trim_ = 0;
        auto& rows = statement("DELETE FROM action WHERE id < ?");
        auto first = std::numeric_limits<std::int64_t>::max();
        for (auto const& [match, id] : first_actions_) first = std::min(first, id);
        rows.bind(1, first);
        run(rows);
    }

    SQLite::Statement& statement(char const* sql) {
        auto const found = statements_.find(sql);
        if (found != statements_.end()) return found->second;
        return statements_.emplace(sql, SQLite::Statement(db_, sql)).first->second;
    }

    static void run(SQLite::Statement& row) {
        // Also after a failure it must be ready for the next time.
        struct Reset {
            SQLite::Statement& row;
            ~Reset() { row.tryReset(); }
        } const reset{row};
        row.exec();
    }

    static constexpr int stored_between_trims = 200;

    fs::path const file_;
    DirectoryLock lock_;
    SQLite::Database db_;
    /// By their text, which is a literal.
    std::map<char const*, SQLite::Statement> statements_;
    /// For each match that has actions in their table: the first one's id.
    std::map<Key, std::int64_t> first_actions_;
    /// What follows from a commit once it is durable.
    std::vector<std::function<void()>> noted_;
    int stored_since_trim_ = 0;

    std::mutex reader_mutex_;
    SQLite::Database reader_;
};

} // namespace

std::unique_ptr<Store> open_sqlite_store(fs::path const& directory) {
    return std::make_unique<SqliteStore>(directory);
}

} // namespace tefuda::server
