// The batches of transactions that were committed and may not be folded yet. One row, one sync for each commit.
#pragma once

#include "server/store/sqlite/sqlite_file.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace tefuda::server {

extern FileFormat const pending_format;

/// Batches are numbered without gaps. The newest folded one is kept, so that a file that lost its newest batches can be
/// told from one that never had them. Each has a check sum with the file's id and its number in it: a batch that was
/// changed, or comes from another file, is never read.
///
/// It has two connections, so that one thread can commit while another one reads: the functions below are in two
/// groups, each for one thread at a time. All of them throw StoreFailure.
class PendingFile {
public:
    /// Opens the file, or creates it with a random id and batch 0, which is empty.
    explicit PendingFile(std::filesystem::path const& file);
    ~PendingFile();

    // Before other threads use it.

    /// Random; the same in the file of rooms that the batches belong to.
    std::string const& id() const { return id_; }
    std::int64_t first();
    std::int64_t last() const { return last_; }
    /// As SqliteFile::merge_wal_at_close.
    void merge_wal_at_close() { committer_.merge_wal_at_close(); }

    // For the thread that commits.

    /// Adds a batch as number last() + 1; durable when it returns. Deletes a few batches before number `folded`.
    /// \throws OutcomeUnknown if it may be there after a crash, or not: until `cut_tail` has returned. After any other
    /// exception nothing of it is left
    void append(std::string_view batch, std::int64_t folded);
    /// Removes what is left of an append whose outcome is unknown, if there is one; `append` begins with it.
    /// \throws StoreAway if that can't be done now
    void cut_tail();
    /// Copies what is left of the WAL into the file, so that the next commit starts the WAL from its beginning.
    /// \pre nobody of this process reads the file
    /// \throws StoreFailure also if another program reads the file
    void restart_wal();
    /// Deletes all batches before number `folded`, and empties the WAL. \pre no other thread uses the file
    void clear(std::int64_t folded);
    /// Writes a copy of all that is committed, also if the file was deleted meanwhile.
    void copy_to(std::filesystem::path const& file) { committer_.copy_to(file); }

    // For the thread that folds.

    /// Visits the batches after this number, in order. \returns the last one's number
    std::int64_t read_after(std::int64_t number, std::function<void(std::string_view batch)> const& visit);
    /// Copies the WAL into the file while commits go on. The next commit copies the little that is left, and starts
    /// the WAL from its beginning; if somebody reads the file then, a later commit does.
    void checkpoint();

    // For all threads.

    /// Bytes of the WAL that are in use: the measure of what waits to be folded and copied. The file may be longer.
    std::size_t wal_bytes() const { return wal_pages_ * page_bytes; }
    /// Whether a checkpoint was done that a commit has to complete.
    bool checkpoint_due() const { return checkpoint_due_; }

    [[noreturn]] void fail_as_damaged(std::string const& what) const { committer_.fail_as_damaged(what); }

private:
    /// In the WAL, with the head that SQLite puts before each page.
    static constexpr std::size_t page_bytes = 4096 + 24;

    void insert(std::string_view batch, std::int64_t folded);
    static int note_wal_pages(void* self, sqlite3*, char const*, int pages);

    WalCopy wal_copy_;
    SqliteFile committer_;
    SqliteFile reader_;
    std::string id_;
    std::int64_t last_;
    bool has_tail_ = false; ///< an append has failed, and what it has written was not removed
    std::atomic<std::size_t> wal_pages_ = 0;
    std::atomic<bool> checkpoint_due_ = false;
};

} // namespace tefuda::server
