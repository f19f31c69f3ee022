// SQLite's write-ahead log: how it is copied into its file, and what a commit that failed may have left in it.
#pragma once

#include <sqlite3.h>

#include <atomic>
#include <mutex>
#include <string>

namespace tefuda::server {

/// SQLite may copy a part of the WAL without a sync, and later the rest with one. If that sync fails, Linux takes all
/// pages for written, and SQLite would copy the rest alone again: what was copied first would be neither in the file
/// nor, once the WAL was started anew, in the WAL. So after a failed sync nothing is copied any more. The WAL stays as
/// it is, and the next start copies all of it.
///
/// For all connections to one file. Thread-safe.
class WalCopy {
public:
    /// \param mode as for sqlite3_wal_checkpoint_v2
    /// \returns SQLite's result; SQLITE_BUSY also while another thread copies
    int copy(sqlite3* db, int mode);

    bool has_failed() const { return failed_; }
    /// \param file its name \throws StoreFailure if a sync has failed
    void fail_if_failed(std::string const& file) const;

private:
    std::mutex mutex_;
    std::atomic<bool> failed_ = false;
};

/// Removes from the WAL what follows the last committed frame, and syncs it. \pre nobody writes to the file
/// \returns whether nothing of it is left, also after a crash or a power cut; if not, that is not known
bool remove_wal_tail(sqlite3* connection);

} // namespace tefuda::server
