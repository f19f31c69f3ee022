// Copies a file's WAL into the file.
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

} // namespace tefuda::server
