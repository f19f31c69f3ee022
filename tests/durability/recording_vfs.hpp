// Records what SQLite writes, and makes the files as a power cut would leave them: all that was synced, and of the rest
// any part.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <vector>

namespace tefuda::server::test {

struct Operation {
    enum class Kind { write, truncate, sync, remove, replace, note };
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

    void record(Operation operation);

private:
    std::filesystem::path const unsynced_;
    mutable std::mutex mutex_;
    std::vector<Operation> operations_;
    std::string last_unsynced_;
    sqlite3_vfs vfs_{};
    sqlite3_vfs* before_;
};

/// Writes the files as they may be when the power is cut after so many operations. What was not synced is there, or is
/// not, or a first part of it is.
void cut_power(std::vector<Operation> const& operations, std::size_t after, std::mt19937& random,
               std::filesystem::path const& directory);

} // namespace tefuda::server::test
