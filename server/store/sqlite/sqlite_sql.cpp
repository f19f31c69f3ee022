#include "server/store/sqlite/sqlite_sql.hpp"

#include "server/store/sqlite/sqlite_file.hpp"
#include "server/store/sqlite/store_files.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

namespace tefuda::server {

namespace fs = std::filesystem;

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

constexpr auto cookie_schema = R"(
CREATE TABLE cookie (
  place INTEGER PRIMARY KEY NOT NULL,
  name TEXT NOT NULL UNIQUE
)
)";

std::string const people_schema =
    std::string(player_tables) + ";" + blocked_schema + ";" + board_tables + ";" + puzzles_schema + ";" + cookie_schema;

void add_blocked(SQLite::Database& db) {
    db.exec(blocked_schema);
}

void add_board_tables(SQLite::Database& db) {
    db.exec(board_tables);
}

void add_puzzles(SQLite::Database& db) {
    db.exec(puzzles_schema);
}

void add_cookie(SQLite::Database& db) {
    db.exec(cookie_schema);
}

constexpr std::array<Migration, 4> people_migrations{add_blocked, add_board_tables, add_puzzles, add_cookie};

std::string const whole_operator_schema = std::string(operator_schema) + ";" + report_schema;

void add_reports(SQLite::Database& db) {
    db.exec(report_schema);
}

constexpr std::array<Migration, 1> operator_migrations{add_reports};

// What leads to the present version is known to whoever keeps a copy of the older files.
static_assert(people_neighbour.version == 1 + people_migrations.size());
static_assert(operator_neighbour.version == 1 + operator_migrations.size());

FileFormat const people_format{.application_id = people_neighbour.application_id,
                               .page_size = 4096,
                               .schema = people_schema.c_str(),
                               .migrations = people_migrations,
                               .check_whole = true};

FileFormat const operator_format{.application_id = operator_neighbour.application_id,
                                 .page_size = 4096,
                                 .schema = whole_operator_schema.c_str(),
                                 .migrations = operator_migrations,
                                 .check_whole = true};

fs::path operator_file(fs::path const& directory) {
    return directory.empty() ? fs::path(in_memory) : directory / operator_neighbour.name;
}

fs::path people_file(fs::path const& directory) {
    return directory.empty() ? fs::path(in_memory) : directory / people_neighbour.name;
}

class SqliteSql final : public Sql {
public:
    SqliteSql(std::unique_ptr<SqliteFile> file, std::function<void()> before)
        : file_(std::move(file)), before_(std::move(before)) {}

    std::vector<SqlRows> run(std::vector<SqlCall> const& calls) override {
        if (before_) before_();
        return file_->guarded([&] {
            std::vector<SqlRows> all;
            if (calls.size() == 1) {
                all.push_back(carry_out(calls.front()));
                return all;
            }
            SQLite::Transaction transaction(file_->db(), SQLite::TransactionBehavior::IMMEDIATE);
            for (auto const& call : calls) all.push_back(carry_out(call));
            transaction.commit();
            return all;
        });
    }

private:
    struct Use {
        SQLite::Statement& statement;
        ~Use() { statement.tryReset(); }
    };

    SqlRows carry_out(SqlCall const& call) {
        Use const use{prepared(call.text)};
        for (int index = 0; auto const& value : call.values) {
            ++index;
            if (value)
                use.statement.bind(index, *value);
            else
                use.statement.bind(index);
        }
        SqlRows rows;
        while (use.statement.executeStep()) {
            auto& row = rows.emplace_back();
            for (auto column = 0; column < use.statement.getColumnCount(); ++column)
                row.push_back(use.statement.getColumn(column).getString());
        }
        return rows;
    }

    /// SQLite counts `?1`, and takes `$1` for a name.
    SQLite::Statement& prepared(char const* text) {
        auto const found = statements_.find(text);
        if (found != statements_.end()) return found->second;
        std::string sql(text);
        std::ranges::replace(sql, '$', '?');
        return statements_.emplace(text, SQLite::Statement(file_->db(), sql)).first->second;
    }

    std::unique_ptr<SqliteFile> const file_;
    std::function<void()> const before_;
    std::map<char const*, SQLite::Statement> statements_;
};

std::unique_ptr<Sql> open_tables(fs::path const& name, FileFormat const& format) {
    auto file = std::make_unique<SqliteFile>(name, format, [](SqliteFile&) {});
    file->merge_wal_at_close();
    return std::make_unique<SqliteSql>(std::move(file), std::function<void()>());
}

/// \returns what is wrong with the file; nothing if it is good, or not there
std::optional<std::string> check_tables(fs::path const& name, FileFormat const& format) {
    if (!has_content(name)) return std::nullopt;
    try {
        SqliteFile file(name, format, [](SqliteFile&) {});
        std::string found;
        file.select("PRAGMA integrity_check(1)", [&](SQLite::Statement& row) { found = row.getColumn(0).getString(); });
        if (found == "ok") return std::nullopt;
        return name.string() + ": " + found;
    } catch (StoreFailure const& problem) {
        return problem.what();
    }
}

} // namespace

std::unique_ptr<Sql> open_sqlite_people(fs::path const& directory) {
    return open_tables(people_file(directory), people_format);
}

std::unique_ptr<Sql> open_sqlite_operator(fs::path const& directory) {
    return open_tables(operator_file(directory), operator_format);
}

std::unique_ptr<Sql> open_sqlite_results(fs::path const& directory, std::function<void()> before) {
    return std::make_unique<SqliteSql>(std::make_unique<SqliteFile>(StoreFiles(directory).rooms), std::move(before));
}

std::optional<std::size_t> back_up_sqlite_people(fs::path const& from, fs::path const& to) {
    if (has_content(operator_file(from))) SqliteFile(operator_file(from)).copy_to(operator_file(to));
    if (!has_content(people_file(from))) return std::nullopt;
    SqliteFile(people_file(from)).copy_to(people_file(to));
    SqliteFile copy(people_file(to), people_format, [](SqliteFile&) {});
    std::size_t players = 0;
    copy.select("SELECT count(*) FROM player",
                [&](SQLite::Statement& row) { players = static_cast<std::size_t>(row.getColumn(0).getInt64()); });
    return players;
}

std::optional<std::string> check_sqlite_people(fs::path const& directory) {
    auto const damage = check_tables(people_file(directory), people_format);
    return damage ? damage : check_tables(operator_file(directory), operator_format);
}

} // namespace tefuda::server
