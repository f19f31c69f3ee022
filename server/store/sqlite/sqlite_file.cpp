#include "server/store/sqlite/sqlite_file.hpp"

#include "server/store/sqlite/remedy.hpp"

#include <SQLiteCpp/Backup.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace tefuda::server {

namespace fs = std::filesystem;

namespace {

/// SQLite would let others read a new file; it gives its side files the rights of the main file. A file that is there
/// is not opened: to close any descriptor of it would drop the locks that this process has on it (POSIX), and another
/// program that looks into the file would take it for unused and remove its WAL.
void make_private(fs::path const& file) {
    auto const made = open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (made < 0 && errno == EEXIST) return;
    if (made < 0) throw StoreFailure("The journal " + file.string() + " can't be opened" + why_and_remedy(errno));
    close(made);
}

SQLite::Database open_database(fs::path const& file) {
    if (file != in_memory) make_private(file);
    try {
        return {file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX};
    } catch (SQLite::Exception const& problem) {
        throw StoreFailure("The journal " + file.string() + " can't be opened (" + problem.what() +
                           "): let this user write there, or choose another --data.");
    }
}

} // namespace

void Migration::carry_out(SqliteFile& file) const {
    if (sql_) file.execute(sql_);
    for (auto const& [text, is_ordered] : statements_)
        file.execute(std::string(text) + (is_ordered ? " WITHOUT ROWID" : ""));
    if (work_) work_(file);
}

std::string how_to_repair(fs::path const& directory) {
    return " Put copies of rooms.sqlite and pending.sqlite that were made together back into " + directory.string() +
           " (a backup is such copies), or move all its files away to begin anew.";
}

SqliteFile::SqliteFile(fs::path const& file, FileFormat const& format, std::function<void(SqliteFile&)> const& fill)
    : SqliteFile(file) {
    guarded([&] { prepare(format, fill); });
}

SqliteFile::SqliteFile(fs::path const& file) : name_(file), db_(open_database(file)) {
    sqlite3_db_config(db_.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

void SqliteFile::merge_wal_at_close() {
    sqlite3_db_config(db_.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr);
}

void SqliteFile::keep_wal_at_close() {
    sqlite3_db_config(db_.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

void SqliteFile::empty_wal(WalCopy& copy) {
    guarded([&] {
        auto const result = copy.copy(db_.getHandle(), SQLITE_CHECKPOINT_TRUNCATE);
        if (result != SQLITE_BUSY) db_.check(result);
    });
}

void SqliteFile::prepare(FileFormat const& format, std::function<void(SqliteFile&)> const& fill) {
    db_.exec("PRAGMA page_size = " + std::to_string(format.page_size));
    auto const is_new = db_.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0 &&
                        db_.execAndGet("PRAGMA application_id").getInt() == 0 &&
                        db_.execAndGet("PRAGMA user_version").getInt() == 0;
    if (!is_new) check(format);
    // Debian's SQLite overwrites what is deleted with zeros, which would be written and synced once more.
    db_.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; "
             "PRAGMA secure_delete = OFF; PRAGMA temp_store = MEMORY");
    if (is_new)
        create(format, fill);
    else
        migrate(format);
}

void SqliteFile::create(FileFormat const& format, std::function<void(SqliteFile&)> const& fill) {
    SQLite::Transaction transaction(db_);
    format.schema.carry_out(*this);
    if (format.schema_version > 0)
        for (auto const& migration : format.migrations.subspan(static_cast<std::size_t>(format.schema_version - 1)))
            migration.carry_out(*this);
    db_.exec("PRAGMA application_id = " + std::to_string(format.application_id));
    db_.exec("PRAGMA user_version = " + std::to_string(format.version()));
    fill(*this);
    transaction.commit();
}

void SqliteFile::check(FileFormat const& format) {
    if (db_.execAndGet("PRAGMA application_id").getInt() != format.application_id)
        throw StoreFailure(name_.string() + " is no journal of this server: move it away, or choose another --data.");
    auto const version = db_.execAndGet("PRAGMA user_version").getInt();
    if (version > format.version())
        throw StoreFailure("The journal " + name_.string() + " was written by a newer server (version " +
                           std::to_string(version) + ", this one knows " + std::to_string(format.version()) +
                           "): start that one, or choose another --data.");
    if (version < 1) fail_as_damaged("it has no version");
    if (!format.check_whole) return;
    auto found = db_.execAndGet("PRAGMA quick_check(1)").getString();
    std::replace(found.begin(), found.end(), '\n', ' ');
    if (found != "ok") fail_as_damaged(found);
}

void SqliteFile::migrate(FileFormat const& format) {
    auto const version = db_.execAndGet("PRAGMA user_version").getInt();
    if (version == format.version()) return;
    SQLite::Transaction transaction(db_);
    for (auto const& migration : format.migrations.subspan(static_cast<std::size_t>(version - 1)))
        migration.carry_out(*this);
    db_.exec("PRAGMA user_version = " + std::to_string(format.version()));
    transaction.commit();
}

int SqliteFile::version_of(fs::path const& file, int application_id) {
    SqliteFile opened(file);
    return opened.guarded([&] {
        auto const is_this = opened.db_.execAndGet("PRAGMA application_id").getInt() == application_id;
        return is_this ? opened.db_.execAndGet("PRAGMA user_version").getInt() : 0;
    });
}

void SqliteFile::copy_to(fs::path const& file) {
    make_private(file);
    try {
        SQLite::Database copy(file.string(), SQLite::OPEN_READWRITE);
        SQLite::Backup(copy, db_).executeStep(-1);
    } catch (SQLite::Exception const& problem) {
        auto const code = problem.getErrorCode();
        if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) fail(problem);
        throw StoreFailure(
            name_.string() + " can't be copied to " + file.string() + " (" + problem.what() +
            "): " + (code == SQLITE_FULL ? "make room there." : "see whether one of the disks is full or broken."));
    }
}

SqlRows SqliteFile::carry_out(char const* sql, std::vector<SqlValue> const& values) {
    return guarded([&] {
        Use const use{prepared(sql)};
        for (auto index = 0; auto const& value : values) {
            ++index;
            if (value)
                use.bind_one(index, *value);
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
    });
}

/// SQLite counts `?1`, and takes `$1` for a name.
SQLite::Statement& SqliteFile::prepared(char const* sql) {
    auto const found = statements_.find(sql);
    if (found != statements_.end()) return found->second;
    std::string text(sql);
    std::ranges::replace(text, '$', '?');
    return statements_.emplace(sql, SQLite::Statement(db_, text)).first->second;
}

void SqliteFile::fail_as_damaged(std::string const& what) const {
    throw StoreFailure("The journal " + name_.string() + " is damaged (" + what + ")." +
                       how_to_repair(name_.parent_path()));
}

void SqliteFile::fail(SQLite::Exception const& problem) const {
    auto const file = "The journal " + name_.string();
    auto what = std::string(problem.what());
    if (what != problem.getErrorStr()) what += std::string(", ") + problem.getErrorStr();
    auto const error = sqlite3_system_errno(db_.getHandle());
    switch (problem.getErrorCode()) {
    case SQLITE_CONSTRAINT:
        throw Contradiction(file + " does not fit (" + what + ").");
    case SQLITE_FULL:
        throw StoreFailure(file + " has no room on its disk (" + what + "): make room there.");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        throw StoreFailure(file + " is in use by another program (" + what + "): stop that program.");
    case SQLITE_READONLY:
        throw StoreFailure(file + " can't be written (" + what +
                           "): let this user write it and the files beside it, or mount its disk for writing.");
    case SQLITE_NOMEM:
        throw StoreFailure(file + " can't be used (" + what + "): give the server more memory.");
    case SQLITE_CANTOPEN:
        throw StoreFailure(file + " can't be opened" + why_and_remedy(error ? error : EACCES));
    case SQLITE_IOERR:
        if (error) throw StoreFailure(file + " can't be read or written" + why_and_remedy(error));
        throw StoreFailure(file + " can't be read or written (" + what +
                           "): its disk is full or broken (see the system's log): make room there, or replace it.");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR: // a table is missing, for example
        fail_as_damaged(what);
    default:
        throw StoreFailure(file + " can't be read or written (" + what + "): see whether its disk is full or broken.");
    }
}

} // namespace tefuda::server
