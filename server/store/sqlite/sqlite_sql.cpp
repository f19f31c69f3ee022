#include "server/store/sqlite/sqlite_sql.hpp"

#include "server/store/sqlite/store_files.hpp"
#include "server/store/sqlite/wal.hpp"

#include <array>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tefuda::server {

namespace fs = std::filesystem;

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

// The application id is "TFDP".
FileFormat const memory_format{.application_id = 0x54464450,
                               .page_size = 4096,
                               .schema = tables::players,
                               .migrations = memory_migrations,
                               .schema_version = 1};

constexpr auto note_key = "INSERT INTO written (key, answer) VALUES ($1, $2)";

// So many are not written in the time for which a write is asked for.
constexpr auto forget_keys = "DELETE FROM written WHERE number <= (SELECT max(number) FROM written) - 10000";

constexpr auto find_answer = "SELECT answer FROM written WHERE key = $1";

class SqliteSql final : public SqlConnection {
public:
    SqliteSql(std::unique_ptr<SqliteFile> file, std::function<void()> before)
        : file_(std::move(file)), before_(std::move(before)) {}

    std::vector<SqlRows> read(std::vector<SqlQuery> const& queries) override {
        if (before_) before_();
        std::lock_guard const lock(mutex_);
        return file_->guarded([&] {
            SQLite::Transaction const transaction(file_->db());
            std::vector<SqlRows> all;
            for (auto const& query : queries) all.push_back(file_->carry_out(query.select.text(), query.values));
            return all;
        });
    }

    std::vector<SqlRows> write(WriteKey const& key, std::vector<SqlCall> const& calls) override {
        std::lock_guard const lock(mutex_);
        cut_tail("a write");
        auto commits = false;
        try {
            return file_->guarded([&] {
                SQLite::Transaction transaction(file_->db(), SQLite::TransactionBehavior::IMMEDIATE);
                if (auto const known = file_->carry_out(find_answer, {key.id}); !known.empty())
                    return answer_in(known[0][0]);
                std::vector<SqlRows> answer;
                for (auto const& call : calls) answer.push_back(file_->carry_out(call.text, call.values));
                file_->carry_out(note_key, {key.id, text_of(answer)});
                file_->carry_out(forget_keys, {});
                commits = true;
                file_->guarded([&] { transaction.commit(); });
                return answer;
            });
        } catch (std::exception const& problem) {
            has_tail_ = commits && file_->name() != in_memory;
            cut_tail(problem.what());
            throw;
        }
    }

private:
    /// A commit that failed may be there after a crash, until what it left in the log is cut off. \throws
    /// OutcomeUnknown
    void cut_tail(char const* problem) {
        if (has_tail_ && !remove_wal_tail(file_->db().getHandle())) throw OutcomeUnknown(problem);
        has_tail_ = false;
    }

    std::mutex mutex_;
    std::unique_ptr<SqliteFile> const file_;
    std::function<void()> const before_;
    bool has_tail_ = false;
};

std::unique_ptr<Sql> make_sql(std::unique_ptr<SqliteFile> file, std::function<void()> before) {
    return std::make_unique<Sql>(std::make_unique<SqliteSql>(std::move(file), std::move(before)));
}

std::unique_ptr<Sql> open_tables(fs::path const& name, FileFormat const& format) {
    auto file = std::make_unique<SqliteFile>(name, format, [](SqliteFile&) {});
    file->merge_wal_at_close();
    return make_sql(std::move(file), {});
}

class MemoryStore final : public Store {
public:
    explicit MemoryStore(std::shared_ptr<Sql> tables) : tables_(std::move(tables)) {}

    Recovered recover(std::function<void(ClaimedRoom)> const&) override { return {}; }
    ClaimResult claim(std::string const&, bool) override { return NoSuchRoom{}; }
    void give_back(std::vector<RoomClaim> const&) override {}
    bool may_have(std::string const&) const override { return false; }
    std::optional<StoredRoom> read_room(std::string const&) override { return std::nullopt; }
    std::optional<StoredMatch> read_match(std::string const&, int) override { return std::nullopt; }
    std::vector<int> ended_matches(std::string const&, int) override { return {}; }
    std::vector<std::string> expire(std::int64_t) override { return {}; }

    LostPlaces commit(std::span<Transaction const> transactions) override {
        std::vector<SqlCall> calls;
        for (auto const& transaction : transactions)
            for (auto const& change : transaction.changes)
                std::visit([&](auto const& it) { add(calls, transaction.room, it); }, change);
        if (!calls.empty()) tables_->write(WriteKey(), calls);
        return {};
    }

private:
    template <class Other>
    static void add(std::vector<SqlCall>&, std::string const&, Other const&) {}

    static void add(std::vector<SqlCall>& calls, std::string const& room, RoomPlayers const& players) {
        calls.push_back({"DELETE FROM seated WHERE room = $1", {room}});
        calls.push_back({"INSERT INTO room (code, state) VALUES ($1, '') ON CONFLICT DO NOTHING", {room}});
        for (auto const& id : players.ids)
            calls.push_back({"INSERT INTO seated (player, over, room) VALUES ($1, $2, $3)",
                             {id, players.is_over ? "1" : "0", room}});
        for (auto const& id : players.lines)
            calls.push_back({"INSERT INTO seated (player, over, room) VALUES ($1, 2, $2)", {id, room}});
    }

    static void add(std::vector<SqlCall>& calls, std::string const& room, RoomRemoved const&) {
        calls.push_back({"DELETE FROM room WHERE code = $1", {room}});
    }

    static void add(std::vector<SqlCall>& calls, std::string const& room, ResultSaved const& result) {
        auto const match = std::to_string(result.match), ended = std::to_string(result.ended);
        calls.push_back({"INSERT INTO result (room, match, ended, game, text) VALUES ($1, $2, $3, $4, $5)",
                         {room, match, ended, result.game, result.text}});
        calls.push_back({"INSERT INTO room (code, state) VALUES ($1, '') ON CONFLICT DO NOTHING", {room}});
        calls.push_back({"INSERT INTO match (room, number) VALUES ($1, $2)", {room, match}});
        for (auto const& [player, won] : result.players)
            calls.push_back(
                {"INSERT INTO played (player, ended, room, match, game, won) VALUES ($1, $2, $3, $4, $5, $6)",
                 {player, ended, room, match, result.game, won ? "1" : "0"}});
    }

    static void add(std::vector<SqlCall>& calls, std::string const& room, BoardBegun const& board) {
        calls.push_back({"INSERT INTO attempt (day, game, player, room, human) VALUES ($1, $2, $3, $4, $5) "
                         "ON CONFLICT DO NOTHING",
                         {std::to_string(board.day), board.game, board.player, room, board.is_human ? "1" : "0"}});
    }

    static void add(std::vector<SqlCall>& calls, std::string const& room, BoardEnded const& board) {
        calls.push_back({"UPDATE attempt SET margin = $2 WHERE room = $1", {room, std::to_string(board.margin)}});
    }

    std::shared_ptr<Sql> const tables_;
};

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

std::unique_ptr<Sql> open_memory_tables() {
    return open_tables(in_memory, memory_format);
}

std::unique_ptr<Sql> open_sqlite_people(fs::path const& directory) {
    return open_tables(StoreFiles(directory).people, people_format);
}

std::unique_ptr<Sql> open_sqlite_operator(fs::path const& directory) {
    return open_tables(StoreFiles(directory).operators, operator_format);
}

std::unique_ptr<Sql> open_sqlite_results(fs::path const& directory, std::function<void()> before) {
    return make_sql(std::make_unique<SqliteFile>(StoreFiles(directory).rooms), std::move(before));
}

std::unique_ptr<Store> open_memory_store(std::shared_ptr<Sql> tables) {
    return std::make_unique<MemoryStore>(std::move(tables));
}

} // namespace tefuda::server
