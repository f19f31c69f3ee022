#include "server/journal/sqlite/sqlite_store.hpp"

#include "server/journal/sqlite/directory_lock.hpp"
#include "server/journal/sqlite/pending_file.hpp"
#include "server/journal/sqlite/room_changes.hpp"
#include "server/journal/sqlite/rooms_file.hpp"
#include "server/journal/sqlite/transaction_codec.hpp"
#include "server/runtime/background_priority.hpp"

#include <spdlog/spdlog.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace tefuda::server {

namespace fs = std::filesystem;

namespace {

bool has_content(fs::path const& file) {
    std::error_code none;
    auto const size = fs::file_size(file, none);
    return !none && size > 0;
}

/// Before a file is opened, because SQLite creates what is missing.
void check_directory(fs::path const& directory) {
    for (auto const* name : {"journal.sqlite", "journal-1.log", "journal-2.log"})
        if (fs::exists(directory / name))
            throw StoreFailure("The journal " + (directory / name).string() +
                               " was written before the first release, and this server can't read it: move all files "
                               "of " +
                               directory.string() + " away, or choose another --data.");
    auto const pending = directory / "pending.sqlite";
    if (has_content(directory / "rooms.sqlite") && !has_content(pending))
        throw StoreFailure("The journal " + pending.string() + " is missing or empty, but rooms.sqlite is there." +
                           how_to_repair(directory));
}

class SqliteStore final : public Store {
public:
    SqliteStore(fs::path const& directory, SqliteStoreLimits limits)
        : limits_(limits), lock_(directory), pending_(pending_in(directory)),
          rooms_(rooms_in(directory), pending_.id()), folded_(rooms_.folded()) {
        check_match(directory);
        fold();
        pending_.clear(folded_);
        folder_ = std::thread([this] { work(); });
    }

    ~SqliteStore() override {
        {
            std::lock_guard const lock(wake_mutex_);
            stopping_ = true;
        }
        wake_.notify_all();
        folder_.join();
        try {
            fold();
            pending_.clear(folded_);
        } catch (std::exception const& problem) {
            // Nothing is lost: it is pending at the next start.
            spdlog::warn("The journal could not be folded at the end: {}", problem.what());
        }
    }

    Recovered recover(std::function<void(StoredRoom)> const& each) override {
        std::lock_guard const lock(fold_mutex_);
        return rooms_.recover(each);
    }

    LostPlaces commit(std::span<Transaction const> transactions) override {
        std::lock_guard const lock(commit_mutex_);
        batch_.clear();
        for (auto const& transaction : transactions) append_transaction(batch_, transaction);
        if (pending_.wal_bytes() >= limits_.max) wait_for_fold();
        try {
            pending_.append(batch_, folded_);
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
        return rooms_.expire(seconds);
    }

private:
    static fs::path pending_in(fs::path const& directory) {
        check_directory(directory);
        return directory / "pending.sqlite";
    }

    fs::path rooms_in(fs::path const& directory) {
        auto const rooms = directory / "rooms.sqlite";
        // Without rooms.sqlite, pending.sqlite must be as it was made: then the server died before it made the other.
        if (!has_content(rooms) && pending_.last() > 0)
            throw StoreFailure("The journal " + rooms.string() + " is missing or empty, but pending.sqlite is there." +
                               how_to_repair(directory));
        return rooms;
    }

    /// Whether both files belong together, and nothing is missing between them.
    void check_match(fs::path const& directory) {
        auto const pending = (directory / "pending.sqlite").string();
        auto const rooms = (directory / "rooms.sqlite").string();
        if (pending_.id() != rooms_.id())
            throw StoreFailure("The journal's files " + pending + " and " + rooms + " don't belong together." +
                               how_to_repair(directory));
        if (pending_.last() < folded_)
            throw StoreFailure("The journal " + pending + " is older than rooms.sqlite." + how_to_repair(directory));
        if (pending_.first() > folded_ + 1)
            throw StoreFailure("The journal " + rooms + " is older than pending.sqlite." + how_to_repair(directory));
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
        if (pending.last != folded_) rooms_.fold(pending.changes, pending.last);
        folded_ = pending.last;
        problem_.reset();
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
            rooms_.preview(room, *changes, [&] { result = read_rooms(); });
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
        constexpr std::chrono::seconds retry_interval(1);
        auto failed = false;
        for (std::unique_lock lock(wake_mutex_);;) {
            auto const is_due = [this] { return stopping_ || fold_due_; };
            if (failed)
                wake_.wait_for(lock, retry_interval, is_due);
            else
                wake_.wait(lock, is_due);
            if (stopping_) return;
            fold_due_ = false;
            lock.unlock();
            failed = !fold_in_background(!failed);
            lock.lock();
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
    DirectoryLock lock_;
    PendingFile pending_;
    RoomsFile rooms_;

    std::mutex commit_mutex_;
    std::string batch_;
    bool fold_requested_ = false; ///< since the WAL was started from its beginning

    /// Guards `rooms_` and what of `pending_` is for the thread that folds. Locked after `commit_mutex_`.
    std::mutex fold_mutex_;
    std::atomic<std::int64_t> folded_;   ///< number of the last folded batch
    std::optional<std::string> problem_; ///< why the last fold failed

    std::mutex wake_mutex_;
    std::condition_variable wake_;
    bool fold_due_ = false;
    bool stopping_ = false;
    std::thread folder_;
};

} // namespace

std::unique_ptr<Store> open_sqlite_store(fs::path const& directory, SqliteStoreLimits limits) {
    return std::make_unique<SqliteStore>(directory, limits);
}

} // namespace tefuda::server
