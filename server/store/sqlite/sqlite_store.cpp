#include "server/store/sqlite/sqlite_store.hpp"

#include "server/runtime/clock.hpp"
#include "server/store/local_claims.hpp"
#include "server/store/sqlite/background_check.hpp"
#include "server/store/sqlite/folded_rooms.hpp"
#include "server/store/sqlite/pending_file.hpp"
#include "server/store/sqlite/remedy.hpp"
#include "server/store/sqlite/rooms_file.hpp"
#include "server/store/sqlite/store_files.hpp"
#include "server/store/sqlite/transaction_codec.hpp"
#include "server/store/sqlite/watermark.hpp"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace fs = std::filesystem;

namespace {

/// Reserves a directory for this process during its life; the kernel releases it if the process dies.
class DirectoryLock {
public:
    /// \throws StoreFailure if another process holds it, or the directory can't be written to
    explicit DirectoryLock(std::filesystem::path const& directory)
        : file_(open((directory / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
        if (file_ < 0) throw StoreFailure("Can't write to " + directory.string() + why_and_remedy(errno));
        if (flock(file_, LOCK_EX | LOCK_NB) == 0) return;
        close(file_);
        throw StoreFailure("Another server uses " + directory.string() + ": stop it, or choose another --data.");
    }
    ~DirectoryLock() { close(file_); }
    DirectoryLock(DirectoryLock const&) = delete;
    DirectoryLock& operator=(DirectoryLock const&) = delete;

private:
    int file_;
};

/// Notices that files which this process has open were deleted or replaced. Thread-safe once all files are added.
class FileWatch {
public:
    /// \pre the file is there
    void add(std::filesystem::path const& file) { files_.push_back({file, inode_of(file)}); }

    /// The first file that is no longer the one that was added; null if all are.
    std::filesystem::path const* lost() const {
        for (auto const& [file, inode] : files_)
            if (inode_of(file) != inode) return &file;
        return nullptr;
    }

private:
    struct Inode {
        dev_t device = 0;
        ino_t number = 0;
        friend bool operator==(Inode const&, Inode const&) = default;
    };
    struct File {
        std::filesystem::path name;
        Inode inode;
    };

    static Inode inode_of(std::filesystem::path const& file) {
        struct stat status{};
        return stat(file.c_str(), &status) == 0 ? Inode{status.st_dev, status.st_ino} : Inode{};
    }

    std::vector<File> files_;
};

class SqliteStore final : public Store {
public:
    SqliteStore(fs::path const& directory, SqliteStoreLimits limits)
        : limits_(limits), files_(directory), lock_(directory), pending_(checked_pending()),
          rooms_(checked_rooms(), pending_.last() > 0 ? "" : pending_.id()),
          watermark_(files_.watermark, pending_.id()), folded_(files_, pending_, rooms_, watermark_) {
        check_match(files_, pending_, rooms_, watermark_);
        for (auto const& file : {files_.pending, files_.pending_wal(), files_.rooms, files_.rooms_wal()})
            watch_.add(file);
        watermark_.note_batch(pending_.last());
        watermark_.note_write(rooms_.last_write());
        folded_.fold();
        // All checks have passed. If one fails, closing must not change any file, so that the operator can put the
        // missing one back.
        pending_.merge_wal_at_close();
        rooms_.merge_wal_at_close();
        rewrite_wals();
        folder_ = make_worker("fold", [this] { return work_in_background(); }, Priority::background);
    }

    ~SqliteStore() override {
        folder_->stop();
        check_.reset();
        try {
            fail_if_lost();
            folded_.fold();
            pending_.clear(folded_.last());
        } catch (std::exception const& problem) {
            // Nothing is lost: it is pending at the next start.
            spdlog::warn("The journal could not be folded at the end: {}", problem.what());
        }
    }

    Recovered recover(std::function<void(ClaimedRoom)> const& each) override {
        auto recovered = folded_.recover([&](StoredRoom room) {
            claims_.add(room.code);
            auto const epoch = claims_.claim(room.code);
            each({std::move(room), epoch});
        });
        for (auto const* codes : {&recovered.finished, &recovered.damaged})
            for (auto const& code : *codes) claims_.add(code);
        check_ = std::make_unique<BackgroundCheck>(files_.rooms);
        return recovered;
    }

    LostPlaces commit(std::span<Transaction const> transactions) override {
        std::lock_guard const lock(commit_mutex_);
        auto lost = claims_.fence(transactions);
        batch_.clear();
        for (std::size_t place = 0; place < transactions.size(); ++place)
            if (std::ranges::find(lost, place) == lost.end()) append_transaction(batch_, transactions[place]);
        fail_if_lost();
        try {
            if (pending_.wal_bytes() >= limits_.max) folded_.restart_pending_wal();
            pending_.append(batch_, folded_.last());
        } catch (...) {
            // The disk may be full. After a fold the WAL starts from its beginning, and needs no more room for a while.
            request_fold();
            throw;
        }
        // It is stored: from here on nothing throws, or the same changes would be committed once more.
        watermark_.note_batch(pending_.last());
        if (pending_.wal_bytes() < limits_.fold_at)
            fold_requested_ = false;
        else if (!std::exchange(fold_requested_, true))
            request_fold();
        claims_.forget_removed(transactions, lost);
        return lost;
    }

    Outcome outcome() override {
        std::lock_guard const lock(commit_mutex_);
        pending_.cut_tail();
        return {false, {}};
    }

    ClaimResult claim(std::string const& code, bool) override {
        auto const epoch = [&] {
            // No commit is under way: what was stored before is read, and nothing more with an older claim.
            std::lock_guard const lock(commit_mutex_);
            return claims_.claim(code);
        }();
        if (epoch == unclaimed) return NoSuchRoom{};
        try {
            if (auto room = read_room(code)) return ClaimedRoom{std::move(*room), epoch};
        } catch (...) {
            claims_.give_back({{code, epoch}});
            throw;
        }
        claims_.forget(code);
        return NoSuchRoom{};
    }

    void give_back(std::vector<RoomClaim> const& rooms) override { claims_.give_back(rooms); }

    bool may_have(std::string const& code) const override { return claims_.has(code); }

    std::optional<StoredRoom> read_room(std::string const& code) override { return folded_.read_room(code); }

    std::optional<StoredMatch> read_match(std::string const& room, int number) override {
        return folded_.read_match(room, number);
    }
    std::vector<int> ended_matches(std::string const& room, int from) override {
        return folded_.ended_matches(room, from);
    }

    void fold_rooms() override { folded_.fold_rooms(); }
    std::vector<std::string> expire(std::int64_t seconds) override { return folded_.expire(seconds); }

    Trimmed trim(std::uint64_t bytes, std::int64_t from) override { return folded_.trim(bytes, from, limits_.fold_at); }

private:
    // Before SQLite opens a file, because it creates what is missing.

    fs::path checked_pending() {
        check_before_open(files_);
        return files_.pending;
    }

    fs::path checked_rooms() {
        // Without rooms.sqlite, pending.sqlite must be as it was made: then the server died before it made the other.
        if (!has_content(files_.rooms) && pending_.last() > 0) fail_as_missing(files_, files_.rooms);
        return files_.rooms;
    }

    /// A sync may have failed before the crash that this is the first start after: then the kernel takes pages for
    /// written that are not on the disk, and no later sync writes them. So nothing is built on the WALs that were
    /// found: their content is written again.
    void rewrite_wals() {
        watermark_.sync();
        rooms_.empty_wal();
        pending_.clear(folded_.last());
    }

    /// Stores nothing more once a file was deleted or replaced: at the next start it would not be there.
    /// \pre `commit_mutex_` is held, or no other thread is left
    void fail_if_lost() {
        if (lost_) throw StoreFailure(*lost_);
        auto const* const file = watch_.lost();
        if (!file) return;
        lost_ = folded_.give_up(*file);
        throw StoreFailure(*lost_);
    }

    void request_fold() {
        is_fold_due_ = true;
        folder_->wake();
    }

    /// Each second, and where a fold was requested. One that has failed is tried again.
    Worker::Next work_in_background() {
        if (is_fold_due_.exchange(false) || has_fold_failed_)
            has_fold_failed_ = !folded_.fold_in_background(!has_fold_failed_);
        notice_loss();
        return Worker::Next::by(steady_now() + std::chrono::seconds(1));
    }

    /// Also while nothing is committed.
    void notice_loss() {
        std::lock_guard const lock(commit_mutex_);
        try {
            fail_if_lost();
        } catch (std::exception const&) {
            // It was logged, and each commit says it again.
        }
    }

    SqliteStoreLimits const limits_;
    StoreFiles const files_;
    DirectoryLock lock_;
    PendingFile pending_;
    RoomsFile rooms_;
    Watermark watermark_;
    FileWatch watch_;

    LocalClaims claims_;
    std::mutex commit_mutex_;
    std::string batch_;
    bool fold_requested_ = false; ///< since the WAL was started from its beginning
    std::atomic<bool> is_fold_due_ = false;
    bool has_fold_failed_ = false; ///< for the folder

    std::optional<std::string> lost_; ///< why nothing is stored any more; needs `commit_mutex_`
    FoldedRooms folded_;
    std::unique_ptr<BackgroundCheck> check_;

    /// Uses all of the above.
    std::unique_ptr<Worker> folder_;
};

} // namespace

std::unique_ptr<Store> open_sqlite_store(fs::path const& directory, SqliteStoreLimits limits) {
    return std::make_unique<SqliteStore>(directory, limits);
}

} // namespace tefuda::server
