#include "server/store/sqlite/wal_copy.hpp"

#include "server/store/store.hpp"

namespace tefuda::server {

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

} // namespace tefuda::server
