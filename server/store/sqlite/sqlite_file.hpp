// A database file of the journal: its creation, its versions, and SQLite's errors as sentences.
#pragma once

#include "server/store/sql.hpp"
#include "server/store/sqlite/wal.hpp"
#include "server/store/store.hpp"
#include "server/store/tables.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tefuda::server {

/// Changes that contradict what is in the file, such as a second row with the same key.
struct Contradiction : StoreFailure {
    using StoreFailure::StoreFailure;
};

/// A value for a statement that is stored as bytes. Non-owning.
struct Blob {
    std::string_view bytes;
};

class SqliteFile;

/// Changes a file of one version into the next. Runs in a transaction.
class Migration {
public:
    constexpr Migration(char const* sql) : sql_(sql) {}
    template <std::size_t count>
    constexpr Migration(std::array<TableStatement, count> const& statements) : statements_(statements) {}
    constexpr Migration(void (*work)(SqliteFile&)) : work_(work) {}
    void carry_out(SqliteFile& file) const;

private:
    char const* sql_ = nullptr;
    TableStatements statements_;
    void (*work_)(SqliteFile&) = nullptr;
};

struct FileFormat {
    int application_id; ///< says in the file's header what kind of file it is
    int page_size;      ///< bytes; of new files
    Migration schema;   ///< leads from nothing to version 1
    /// The first one leads from version 1 to 2, the second from 2 to 3 …
    std::span<Migration const> migrations;
    /// Whether all of the file is checked when it is opened, which takes as long as reading it.
    bool check_whole = false;
    /// Of what `schema` creates: a new file is brought forward from there. 0: the newest.
    int schema_version = 0;

    /// The newest version: what is created, and what is migrated to.
    int version() const { return 1 + static_cast<int>(migrations.size()); }
};

/// The name of a file that is in memory only, and ends with its one connection.
inline constexpr char const* in_memory = ":memory:";

/// Sentences for the end of a StoreFailure: what to do if a journal's files are damaged.
std::string how_to_repair(std::filesystem::path const& directory);

/// A connection to a file in WAL mode. For one thread at a time. All functions throw StoreFailure, which names the
/// file.
class SqliteFile {
public:
    /// Opens the file, or creates it, readable by its owner alone. A file that is refused stays as it is, and so does
    /// its WAL.
    /// \param fill puts the first rows into a new file
    /// \throws StoreFailure also if the file is no journal, damaged, or was written by a newer server
    SqliteFile(std::filesystem::path const& file, FileFormat const& format,
               std::function<void(SqliteFile&)> const& fill);
    /// One more connection to an open file, or one that leaves a file's WAL as it is.
    explicit SqliteFile(std::filesystem::path const& file);

    /// The version of an existing file; 0 if its application id is another one. \throws StoreFailure also if it is no
    /// database
    static int version_of(std::filesystem::path const& file, int application_id);

    std::filesystem::path const& name() const { return name_; }
    SQLite::Database& db() { return db_; }

    /// Runs SQL that takes no values; rows that it returns are ignored.
    void execute(std::string const& sql) {
        guarded([&] { db_.exec(sql); });
    }

    /// Runs a statement that returns no rows.
    /// \param sql a literal: the prepared statement is kept for its next use
    /// \returns the number of rows that it has changed
    template <class... Values>
    int run(char const* sql, Values const&... values) {
        return guarded([&] {
            Use const use{prepared(sql)};
            use.bind(values...);
            return use.statement.exec();
        });
    }

    /// Calls `each` with every row of the result. \param sql as for `run`
    template <class Each, class... Values>
    void select(char const* sql, Each const& each, Values const&... values) {
        guarded([&] {
            Use const use{prepared(sql)};
            use.bind(values...);
            while (use.statement.executeStep()) each(use.statement);
        });
    }

    /// As select, of one number. \pre the result has one row
    template <class... Values>
    std::int64_t number(char const* sql, Values const&... values) {
        std::int64_t found = 0;
        select(sql, [&](SQLite::Statement& row) { found = row.getColumn(0).getInt64(); }, values...);
        return found;
    }

    /// As number, of a text.
    std::string text(char const* sql) {
        std::string found;
        select(sql, [&](SQLite::Statement& row) { found = row.getColumn(0).getString(); });
        return found;
    }

    /// Reads all of the file. \returns what is wrong with its structure; nothing if it is good
    std::optional<std::string> damage() {
        auto const found = text("PRAGMA integrity_check(1)");
        return found == "ok" ? std::nullopt : std::optional(found);
    }

    /// As Sql does a statement: with values as texts. \param sql as for `run`; its values are `$1`, `$2` …
    SqlRows carry_out(char const* sql, std::vector<SqlValue> const& values);

    /// Runs work that uses `db()`.
    template <class Work>
    auto guarded(Work const& work) -> decltype(work()) {
        try {
            return work();
        } catch (SQLite::Exception const& problem) {
            fail(problem);
        }
    }

    /// From now on the last connection that is closed copies the WAL into the file and deletes it. To be called when it
    /// is known that the WAL belongs to the file.
    void merge_wal_at_close();
    /// The contrary, as at the beginning.
    void keep_wal_at_close();

    /// Copies the WAL into the file, syncs it, and cuts the WAL to nothing; as far as nobody reads the file.
    void empty_wal(WalCopy& copy);

    /// Writes a copy of all that is committed into a new file, readable by its owner alone.
    void copy_to(std::filesystem::path const& file);

    [[noreturn]] void fail_as_damaged(std::string const& what) const;

private:
    /// Makes a statement ready for its next use when it goes, also after a failure.
    struct Use {
        SQLite::Statement& statement;
        ~Use() { statement.tryReset(); }

        /// Does not copy texts and blobs: they must live as long as the use.
        template <class... Values>
        void bind(Values const&... values) const {
            auto index = 0;
            (bind_one(++index, values), ...);
        }
        void bind_one(int index, std::integral auto number) const { statement.bind(index, std::int64_t{number}); }
        void bind_one(int index, std::string const& text) const { statement.bindNoCopy(index, text); }
        void bind_one(int index, Blob blob) const {
            statement.bindNoCopy(index, blob.bytes.data(), static_cast<int>(blob.bytes.size()));
        }
    };

    void prepare(FileFormat const& format, std::function<void(SqliteFile&)> const& fill);
    void create(FileFormat const& format, std::function<void(SqliteFile&)> const& fill);
    void check(FileFormat const& format);
    void migrate(FileFormat const& format);
    SQLite::Statement& prepared(char const* sql);
    [[noreturn]] void fail(SQLite::Exception const& problem) const;

    std::filesystem::path const name_;
    SQLite::Database db_;
    std::map<char const*, SQLite::Statement> statements_;
};

} // namespace tefuda::server
