#include "server/store/sqlite/wal.hpp"

#include "server/store/store.hpp"

#include <cstdint>
#include <cstring>

namespace tefuda::server {

namespace {

sqlite3_file* file_of(sqlite3* connection, int which) {
    sqlite3_file* file = nullptr;
    auto const result = sqlite3_file_control(connection, "main", which, static_cast<void*>(&file));
    return result == SQLITE_OK && file && file->pMethods ? file : nullptr;
}

/// The header of the WAL index, as https://www.sqlite.org/walformat.html has it (2.1): in the machine's byte order.
struct WalIndexHeader {
    std::uint32_t version;
    std::uint32_t unused;
    std::uint32_t change;
    std::uint8_t is_init;
    std::uint8_t has_big_endian_sums;
    std::uint16_t page_size; ///< 1: 65536
    std::uint32_t frames;    ///< that are committed (mxFrame)
};
static_assert(sizeof(WalIndexHeader) == 20);

} // namespace

int WalCopy::copy(sqlite3* db, int mode) {
    std::unique_lock const lock(mutex_, std::try_to_lock);
    if (!lock) return SQLITE_BUSY;
    if (failed_) return SQLITE_IOERR_FSYNC;
    auto const result = sqlite3_wal_checkpoint_v2(db, nullptr, mode, nullptr, nullptr);
    if (result != SQLITE_OK && sqlite3_extended_errcode(db) == SQLITE_IOERR_FSYNC) failed_ = true;
    return result;
}

void WalCopy::fail_if_failed(std::string const& file) const {
    if (!failed_) return;
    throw StoreFailure("A sync of the journal " + file +
                       " has failed (see the system's log). Its log is kept, and nothing more is folded: when the disk "
                       "is well, restart the server, which then writes all of it again.");
}

// SQLite writes a commit's frames to the WAL, then syncs it. If the sync fails, COMMIT fails, and the connections of
// this process don't see the frames; but they stay in the file. After a crash SQLite would find them valid, and the
// commit that was refused would be there. Another sync proves nothing: after one that failed, Linux takes the pages for
// written, and the next sync succeeds whether or not they are on the disk.
//
// So the file is cut behind the last committed frame, and that is synced. The cut changes the size of the file and the
// page at its new end: both are written by this sync, whatever became of the pages behind them. What is before the cut
// was synced by the commits that succeeded.
bool remove_wal_tail(sqlite3* connection) {
    auto* const database = file_of(connection, SQLITE_FCNTL_FILE_POINTER);
    auto* const wal = file_of(connection, SQLITE_FCNTL_JOURNAL_POINTER);
    if (!database || !wal || database->pMethods->iVersion < 2) return false;
    constexpr int region_bytes = 32 * 1024;
    void volatile* region = nullptr;
    if (database->pMethods->xShmMap(database, 0, region_bytes, 0, &region) != SQLITE_OK || !region) return false;
    WalIndexHeader header;
    std::memcpy(&header, const_cast<void const*>(region), sizeof header);
    constexpr std::uint32_t known_version = 3'007'000;
    if (header.version != known_version || header.is_init == 0) return false;
    constexpr sqlite3_int64 wal_header_bytes = 32, frame_header_bytes = 24;
    auto const page_bytes = header.page_size == 1 ? 65536 : sqlite3_int64{header.page_size};
    auto const end = wal_header_bytes + header.frames * (frame_header_bytes + page_bytes);
    sqlite3_int64 size = 0;
    if (wal->pMethods->xFileSize(wal, &size) != SQLITE_OK) return false;
    if (size > end && wal->pMethods->xTruncate(wal, end) != SQLITE_OK) return false;
    return wal->pMethods->xSync(wal, SQLITE_SYNC_NORMAL) == SQLITE_OK;
}

} // namespace tefuda::server
