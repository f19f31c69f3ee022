#include "server/store/sqlite/pending_file.hpp"

#include "server/runtime/until_there_is_memory.hpp"
#include "server/store/sqlite/crc.hpp"
#include "server/store/sqlite/wal.hpp"

#include <sqlite3.h>

#include <array>

namespace tefuda::server {

namespace {

constexpr auto pending_schema = R"(
CREATE TABLE journal (id TEXT NOT NULL);
CREATE TABLE batch (id INTEGER PRIMARY KEY, crc INTEGER NOT NULL, transactions BLOB NOT NULL)
)";

std::uint32_t crc_of_batch(std::string_view id, std::int64_t number, std::string_view batch) {
    return crc_of(batch, RowCrc().add(id).add(number).value());
}

std::string_view bytes_in(SQLite::Column const& column) {
    return {static_cast<char const*>(column.getBlob()), static_cast<std::size_t>(column.getBytes())};
}

constexpr auto read_id = "SELECT id FROM journal";

/// To version 2.
void add_sums_to_batches(SqliteFile& file) {
    file.execute("ALTER TABLE batch ADD COLUMN crc INTEGER NOT NULL DEFAULT 0");
    auto const id = file.text(read_id);
    file.select("SELECT id, transactions FROM batch", [&](SQLite::Statement& row) {
        auto const number = row.getColumn(0).getInt64();
        file.run("UPDATE batch SET crc = ? WHERE id = ?", crc_of_batch(id, number, bytes_in(row.getColumn(1))), number);
    });
}

constexpr std::array<Migration, 1> pending_migrations{add_sums_to_batches};

void begin_pending(SqliteFile& file) {
    file.run("INSERT INTO journal (id) VALUES (lower(hex(randomblob(16))))");
    file.run("INSERT INTO batch (id, crc, transactions) VALUES (0, ?, x'')", crc_of_batch(file.text(read_id), 0, {}));
}

} // namespace

// The application id is "TFDP". With small pages a small commit writes few bytes.
FileFormat const pending_format{.application_id = 0x54464450,
                                .page_size = 4096,
                                .schema = pending_schema,
                                .migrations = pending_migrations,
                                .check_whole = true};

PendingFile::PendingFile(std::filesystem::path const& file)
    : committer_(file, pending_format, begin_pending), reader_(file) {
    id_ = committer_.text(read_id);
    last_ = committer_.number("SELECT coalesce(max(id), -1) FROM batch");
    // Else SQLite would copy all of the WAL within some commits.
    committer_.execute("PRAGMA wal_autocheckpoint = 0");
    reader_.execute("PRAGMA wal_autocheckpoint = 0");
    sqlite3_wal_hook(committer_.db().getHandle(), note_wal_pages, this);
}

PendingFile::~PendingFile() {
    if (wal_copy_.has_failed()) committer_.keep_wal_at_close();
}

std::int64_t PendingFile::first() {
    return committer_.number("SELECT coalesce(min(id), 0) FROM batch");
}

void PendingFile::append(std::string_view batch, std::int64_t folded) {
    cut_tail();
    // If this fails, there may still be room for the batch. A short WAL is not worth it.
    constexpr std::size_t min_pages = 16;
    if (checkpoint_due_ && wal_pages_ >= min_pages)
        wal_copy_.copy(committer_.db().getHandle(), SQLITE_CHECKPOINT_PASSIVE);
    has_tail_ = true;
    try {
        insert(batch, folded);
    } catch (std::exception const& problem) {
        has_tail_ = !remove_wal_tail(committer_.db().getHandle());
        if (!has_tail_) throw;
        until_there_is_memory([&] { throw OutcomeUnknown(problem.what()); });
    }
    has_tail_ = false;
    ++last_;
}

void PendingFile::insert(std::string_view batch, std::int64_t folded) {
    committer_.guarded([&] {
        SQLite::Transaction transaction(committer_.db(), SQLite::TransactionBehavior::IMMEDIATE);
        committer_.run("INSERT INTO batch (id, crc, transactions) VALUES (?, ?, ?)", last_ + 1,
                       crc_of_batch(id_, last_ + 1, batch), Blob{batch});
        // Two for one, so that a commit takes little longer, and they are gone when half as many have come.
        committer_.run("DELETE FROM batch WHERE id < min(?, (SELECT min(id) FROM batch) + 2)", folded);
        // Before the transaction is rolled back, which succeeds and so forgets why the commit failed.
        committer_.guarded([&] { transaction.commit(); });
    });
}

void PendingFile::cut_tail() {
    if (!has_tail_) return;
    if (!remove_wal_tail(committer_.db().getHandle()))
        throw StoreAway("The journal " + committer_.name().string() +
                        " can't be cut behind its last batch, so it is not known what became of a commit: its disk is "
                        "full or broken (see the system's log).");
    has_tail_ = false;
}

void PendingFile::restart_wal() {
    wal_copy_.fail_if_failed(committer_.name());
    committer_.guarded(
        [&] { committer_.db().check(wal_copy_.copy(committer_.db().getHandle(), SQLITE_CHECKPOINT_RESTART)); });
}

void PendingFile::clear(std::int64_t folded) {
    wal_copy_.fail_if_failed(committer_.name());
    committer_.run("DELETE FROM batch WHERE id < ?", folded);
    committer_.empty_wal(wal_copy_);
}

std::int64_t PendingFile::read_after(std::int64_t number, std::function<void(std::string_view batch)> const& visit) {
    reader_.select(
        "SELECT id, crc, transactions FROM batch WHERE id > ? ORDER BY id",
        [&](SQLite::Statement& row) {
            if (row.getColumn(0).getInt64() != ++number)
                fail_as_damaged("batch " + std::to_string(number) + " is missing");
            auto const batch = bytes_in(row.getColumn(2));
            if (row.getColumn(1).getInt64() != crc_of_batch(id_, number, batch))
                fail_as_damaged("batch " + std::to_string(number) + " is not what was stored");
            visit(batch);
        },
        number);
    return number;
}

void PendingFile::checkpoint() {
    auto const result = wal_copy_.copy(reader_.db().getHandle(), SQLITE_CHECKPOINT_PASSIVE);
    wal_copy_.fail_if_failed(committer_.name());
    // Busy: the other connection copies it.
    if (result != SQLITE_BUSY) reader_.guarded([&] { reader_.db().check(result); });
    checkpoint_due_ = true;
}

int PendingFile::note_wal_pages(void* self, sqlite3*, char const*, int pages) {
    auto& file = *static_cast<PendingFile*>(self);
    auto const before = file.wal_pages_.exchange(static_cast<std::size_t>(pages));
    // Else it would have grown: it was started from its beginning.
    if (file.wal_pages_ <= before) file.checkpoint_due_ = false;
    return SQLITE_OK;
}

} // namespace tefuda::server
