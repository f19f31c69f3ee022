#include "server/journal/sqlite_store.hpp"

#include "server/journal/database.hpp"
#include "server/journal/log.hpp"
#include "server/journal/unit_bytes.hpp"

#include <spdlog/spdlog.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <mutex>
#include <system_error>
#include <utility>

namespace tefuda::server {

namespace fs = std::filesystem;

namespace {

/// Held as long as it lives: a second server on the same directory is refused.
class DirectoryLock {
public:
    explicit DirectoryLock(fs::path const& directory)
        : file_(open((directory / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
        if (file_ < 0)
            throw StoreFailure("Can't write to " + directory.string() + " (" + std::strerror(errno) +
                               "): choose another --data, or let this user write there.");
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

/// Never the same twice, or the records of one time could be taken for those of another.
Bytes32 new_key() {
    Bytes32 key;
    if (getentropy(key.data(), key.size()) != 0) throw std::system_error(errno, std::generic_category(), "getentropy");
    return key;
}

// The log has what was committed since the database was written to last, the same is in memory. Taking that
// in gives the log another key in the same transaction, with which it is empty: whenever the server stops, each
// unit is either in the log or in the database.
class SqliteStore final : public Store {
public:
    explicit SqliteStore(fs::path const& directory)
        : lock_(directory), database_(directory / "journal.sqlite"), log_(directory / "journal.log") {
        for (auto const& record : log_.read(database_.log_key())) committed_ += record;
        take_in_log();
    }

    ~SqliteStore() override {
        try {
            take_in_log();
        } catch (StoreFailure const& problem) {
            // It is in the log, for the next start.
            spdlog::warn("The journal's log stays as it is: {}", problem.what());
        }
    }

    std::vector<std::string> recover(std::function<void(StoredRoom)> const& each) override {
        return database_.read_rooms(each);
    }

    void commit(std::string_view units) override {
        std::lock_guard const lock(mutex_);
        if (log_.size() >= log_full) take_in_log();
        log_.append(units);
        committed_ += units;
    }

    std::optional<StoredRoom> read_room(std::string const& code) override {
        std::lock_guard const lock(mutex_);
        take_in_log_if_about(code);
        return database_.read_room(code);
    }

    std::optional<StoredMatch> read_match(std::string const& room, int number) override {
        std::lock_guard const lock(mutex_);
        take_in_log_if_about(room);
        return database_.read_match(room, number);
    }

    std::vector<std::string> expire(std::int64_t seconds) override {
        std::lock_guard const lock(mutex_);
        take_in_log();
        return database_.expire(seconds);
    }

private:
    void take_in_log() {
        if (committed_.empty()) return;
        auto const key = new_key();
        database_.take_in(Backlog(committed_), key);
        log_.begin_again(key);
        committed_.clear();
    }

    void take_in_log_if_about(std::string const& room) {
        auto found = false;
        read_units(committed_, [&](Unit const& unit) { found = found || unit.room == room; });
        if (found) take_in_log();
    }

    /// Bytes. The larger, the more of a match goes into the database at once; so long are the pauses, too.
    static constexpr std::size_t log_full = 8 * 1024 * 1024;

    DirectoryLock lock_;
    std::mutex mutex_;
    Database database_;
    Log log_;
    /// What is in the log, as it was committed, so that a commit has the least to do.
    std::string committed_;
};

} // namespace

std::unique_ptr<Store> open_sqlite_store(fs::path const& directory) {
    return std::make_unique<SqliteStore>(directory);
}

} // namespace tefuda::server
