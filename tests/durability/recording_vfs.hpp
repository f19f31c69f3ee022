// Records what SQLite writes, and makes the files as a power cut would leave them: all that was synced, and of the rest
// any part.
#pragma once

#include <sqlite3.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <vector>

namespace tefuda::server::test {

struct Operation {
    enum class Kind { write, truncate, sync, failed_sync, remove, replace, note };
    Kind kind;
    std::string file;        ///< without its directory
    std::int64_t number = 0; ///< where it is written, the new size, or what was noted
    std::string bytes;
};

/// The default VFS of SQLite for as long as this lives; there may be one at a time. Thread-safe.
class RecordingVfs {
public:
    /// \param unsynced a file that is written without SQLite and never synced: looked at before each operation
    explicit RecordingVfs(std::filesystem::path unsynced);
    ~RecordingVfs();
    RecordingVfs(RecordingVfs const&) = delete;
    RecordingVfs& operator=(RecordingVfs const&) = delete;

    /// Puts a number between the operations.
    void note(std::int64_t number) { record({Operation::Kind::note, {}, number, {}}); }
    std::vector<Operation> operations() const;
    /// The n-th sync of a database file from now on, counted from 1, fails; not those of WALs. Such files are written
    /// slowly, so that commits come while a WAL is copied.
    void fail_sync(int n) {
        syncs_until_failure_ = n;
        is_slow_ = n > 0;
    }

    // For the files.

    bool fails_sync(std::string const& file) { return !file.ends_with("-wal") && --syncs_until_failure_ == 0; }
    void slow_down(std::string const& file) const;
    void record(Operation operation);

private:
    std::filesystem::path const unsynced_;
    mutable std::mutex mutex_;
    std::vector<Operation> operations_;
    std::string last_unsynced_;
    std::atomic<int> syncs_until_failure_ = 0; ///< not positive: none fails any more
    bool is_slow_ = false;
    sqlite3_vfs vfs_{};
    sqlite3_vfs* before_;
};

/// Writes the files as they may be when the power is cut after so many operations. What was not synced is there, or is
/// not, or a first part of it is; so is what a sync failed for, whatever is synced later: the kernel takes it for
/// written.
void cut_power(std::vector<Operation> const& operations, std::size_t after, std::mt19937& random,
               std::filesystem::path const& directory);

} // namespace tefuda::server::test
