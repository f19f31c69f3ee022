#include "server/journal/sqlite/sqlite_store.hpp"

#include "server/journal/believed_time.hpp"
#include "server/journal/sqlite/background_check.hpp"
#include "server/journal/sqlite/directory_lock.hpp"
#include "server/journal/sqlite/file_watch.hpp"
#include "server/journal/sqlite/pending_file.hpp"
#include "server/journal/sqlite/room_changes.hpp"
#include "server/journal/sqlite/rooms_file.hpp"
#include "server/journal/sqlite/store_files.hpp"
#include "server/journal/sqlite/transaction_codec.hpp"
#include "server/journal/sqlite/watermark.hpp"
#include "server/runtime/background_priority.hpp"

#include <spdlog/spdlog.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace fs = std::filesystem;

namespace {

class SqliteStore final : public Store {
public:
    SqliteStore(fs::path const& directory, SqliteStoreLimits limits, StoreClock clock)
        : limits_(limits), clock_(std::move(clock)), files_(directory), lock_(directory), pending_(checked_pending()),
          rooms_(checked_rooms(), pending_.last() > 0 ? "" : pending_.id(), clock_.wall()),
          watermark_(files_.watermark, pending_.id()), folded_(rooms_.head().folded),
          believed_(rooms_.head().expired, clock_.steady()) {
        check_match(files_, pending_, rooms_, watermark_);
        for (auto const& file : {files_.pending, files_.pending_wal(), files_.rooms, files_.rooms_wal()})
            watch_.add(file);
        watermark_.note_batch(pending_.last());
        watermark_.note_write(rooms_.last_write());
        fold();
        // All checks have passed. If one fails, closing must not change any file, so that the operator can put the
        // missing one back.
        pending_.merge_wal_at_close();
        rooms_.merge_wal_at_close();
        pending_.clear(folded_);
        start([this] { work(); });
    }

    ~SqliteStore() override {
        {
            std::lock_guard const lock(wake_mutex_);
            stopping_ = true;
        }
        wake_.notify_all();
        folder_.join();
        check_.reset();
        try {
            fail_if_lost();
            fold();
            pending_.clear(folded_);
        } catch (std::exception const& problem) {
            // Nothing is lost: it is pending at the next start.
            spdlog::warn("The journal could not be folded at the end: {}", problem.what());
        }
    }

    Recovered recover(std::function<void(StoredRoom)> const& each) override {
        std::lock_guard const lock(fold_mutex_);
        auto recovered = rooms_.recover(each);
        check_ = std::make_unique<BackgroundCheck>(files_.rooms);
        return recovered;
    }

    LostPlaces commit(std::span<Transaction const> transactions) override {
        std::lock_guard const lock(commit_mutex_);
        batch_.clear();
        for (auto const& transaction : transactions) append_transaction(batch_, transaction);
        fail_if_lost();
        if (pending_.wal_bytes() >= limits_.max) wait_for_fold();
        try {
            pending_.append(batch_, folded_);
            watermark_.note_batch(pending_.last());
        } catch (...) {
            // The disk may be full. After a fold the WAL starts from its beginning, and needs no more room for a while.
            request_fold();
            throw;
        }
        if (pending_.wal_bytes() < limits_.fold_at)
            fold_requested_ = false;
        else if (!std::exchange(fold_requested_, true))
            request_fold();
        return {};
    }

    std::optional<StoredRoom> read_room(std::string const& code) override {
        return read(code, [&] { return rooms_.read_room(code); });
    }

    std::optional<StoredMatch> read_match(std::string const& room, int number) override {
        return read(room, [&] { return rooms_.read_match(room, number); });
    }

    std::vector<std::string> expire(std::int64_t seconds) override {
        std::lock_guard const lock(fold_mutex_);
        fold();
        auto old = rooms_.expire(seconds, believed_.at(clock_.wall(), clock_.steady()));
        watermark_.note_write(rooms_.last_write());
        return old;
    }

    Trimmed trim(std::uint64_t bytes, std::int64_t from) override {
        std::lock_guard const lock(fold_mutex_);
        // So much may be in pending.sqlite.
        if (from == 0 && rooms_.used_bytes() + limits_.fold_at <= bytes) return {};
        fold();
        if (from == 0 && rooms_.used_bytes() <= bytes) return {};
        auto trimmed = rooms_.trim(bytes / 10 * 9, from);
        watermark_.note_write(rooms_.last_write());
        return trimmed;
    }

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

    template <class Work>
    void start(Work const& work) {
        try {
            folder_ = std::thread(work);
        } catch (std::system_error const& problem) {
            throw StoreFailure(std::string("The journal can't start its thread (") + problem.what() +
                               "): allow more threads (ulimit -u, or the container's limit).");
        }
    }

    /// Stores nothing more once a file was deleted or replaced: at the next start it would not be there.
    /// \pre `commit_mutex_` is held, or no other thread is left
    void fail_if_lost() {
        if (lost_) throw StoreFailure(*lost_);
        auto const* const file = watch_.lost();
        if (!file) return;
        std::lock_guard const lock(fold_mutex_);
        lost_ = rescue(files_, *file, pending_, rooms_);
        problem_ = lost_;
        throw StoreFailure(*lost_);
    }

    // The functions down to fold_and_checkpoint need `fold_mutex_`.

    struct Pending {
        ChangesByRoom changes;
        std::int64_t last; ///< number of the last batch in them
    };

    Pending read_pending() {
        Pending pending;
        auto const add = [&](std::string_view room, EncodedChange const& change) { pending.changes.add(room, change); };
        pending.last = pending_.read_after(folded_, [&](std::string_view batch) {
            if (!read_transactions(batch, add)) pending_.fail_as_damaged("a batch can't be read");
        });
        return pending;
    }

    void fold() { fold(read_pending()); }

    void fold(Pending const& pending) {
        if (lost_) throw StoreFailure(*lost_);
        if (pending.last != folded_) {
            rooms_.fold(pending.changes, pending.last, clock_.wall());
            watermark_.note_write(rooms_.last_write());
        }
        folded_ = pending.last;
        problem_.reset();
        if (!rooms_.wal_is_long()) return;
        // The Watermark first: if the WAL were lost while it is copied, the file would be a mixture.
        watermark_.sync();
        rooms_.checkpoint();
    }

    void fold_and_checkpoint() {
        try {
            fold();
            pending_.checkpoint();
        } catch (std::exception const& problem) {
            problem_ = problem.what();
            throw;
        }
    }

    /// When it returns, the next commit starts the WAL from its beginning.
    void wait_for_fold() {
        std::lock_guard const lock(fold_mutex_);
        // The background thread tries again; each commit would take long.
        if (problem_) throw StoreFailure(*problem_);
        try {
            if (!pending_.checkpoint_due()) fold_and_checkpoint();
            pending_.restart_wal();
        } catch (...) {
            request_fold();
            throw;
        }
    }

    /// Everything is folded before it is read. If that can't be done, what is pending of this room is added in memory.
    template <class Read>
    std::invoke_result_t<Read const&> read(std::string const& room, Read const& read_rooms) {
        std::lock_guard const lock(fold_mutex_);
        auto const pending = read_pending();
        try {
            fold(pending);
        } catch (StoreFailure const& problem) {
            spdlog::warn("The journal can't be folded for a read: {}", problem.what());
            auto const* changes = pending.changes.find(room);
            if (!changes) return read_rooms();
            std::invoke_result_t<Read const&> result;
            rooms_.preview(room, *changes, clock_.wall(), [&] { result = read_rooms(); });
            return result;
        }
        return read_rooms();
    }

    void request_fold() {
        {
            std::lock_guard const lock(wake_mutex_);
            fold_due_ = true;
        }
        wake_.notify_all();
    }

    void work() {
        work_in_background();
        constexpr std::chrono::seconds interval(1);
        auto failed = false;
        for (std::unique_lock lock(wake_mutex_);;) {
            auto const due = wake_.wait_for(lock, interval, [this] { return stopping_ || fold_due_; });
            if (stopping_) return;
            fold_due_ = false;
            lock.unlock();
            if (due || failed) failed = !fold_in_background(!failed);
            notice_loss();
            lock.lock();
        }
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

    bool fold_in_background(bool log) {
        std::lock_guard const lock(fold_mutex_);
        try {
            fold_and_checkpoint();
            return true;
        } catch (std::exception const& problem) {
            if (log) spdlog::warn("The journal can't be folded now: {}", problem.what());
            return false;
        }
    }

    SqliteStoreLimits const limits_;
    StoreClock const clock_;
    StoreFiles const files_;
    DirectoryLock lock_;
    PendingFile pending_;
    RoomsFile rooms_;
    Watermark watermark_;
    FileWatch watch_;

    std::mutex commit_mutex_;
    std::string batch_;
    bool fold_requested_ = false; ///< since the WAL was started from its beginning

    /// Guards `rooms_` and what of `pending_` is for the thread that folds. Locked after `commit_mutex_`.
    std::mutex fold_mutex_;
    std::atomic<std::int64_t> folded_;   ///< number of the last folded batch
    std::optional<std::string> problem_; ///< why the last fold failed
    /// Why nothing is stored any more. Written with both mutexes held, read with one of them.
    std::optional<std::string> lost_;
    BelievedTime believed_;
    std::unique_ptr<BackgroundCheck> check_;

    std::mutex wake_mutex_;
    std::condition_variable wake_;
    bool fold_due_ = false;
    bool stopping_ = false;
    std::thread folder_;
};

} // namespace

std::unique_ptr<Store> open_sqlite_store(fs::path const& directory, SqliteStoreLimits limits, StoreClock clock) {
    return std::make_unique<SqliteStore>(directory, limits, std::move(clock));
}

} // namespace tefuda::server
