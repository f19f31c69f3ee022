#include "server/journal/sqlite_store.hpp"

#include "server/runtime/background_priority.hpp"
#include "server/journal/database.hpp"
#include "server/journal/log.hpp"
#include "server/journal/unit_bytes.hpp"

#include <spdlog/spdlog.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <future>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

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

// What was committed since the database was written to last is in a log, and the same in memory. When that is full the
// other log goes on, while the database takes in what is in the first. With it the database is told, in one
// transaction, where that ends: whenever the server stops, each unit is either in the database or in a log behind it.
// The second log's key is made of the first one's end: where that has lost something, the second counts no more.
class SqliteStore final : public Store {
public:
    explicit SqliteStore(fs::path const& directory)
        : lock_(directory), database_(directory / "journal.sqlite"),
          parts_{Part{Log(directory / "journal-1.log"), {}}, Part{Log(directory / "journal-2.log"), {}}} {
        auto const [first, key] = database_.log_place();
        active_ = first;
        active().units = active().log.read(key);
        resting().units = resting().log.read(active().log.next_key());
        if (!resting().units.empty()) active_ = 1 - first;
        take_in_all();
    }

    ~SqliteStore() override {
        try {
            take_in_all();
        } catch (StoreFailure const& problem) {
            // It is in the logs, for the next start.
            spdlog::warn("The journal's log stays as it is: {}", problem.what());
        }
    }

    std::vector<std::string> recover(std::function<void(StoredRoom)> const& each) override {
        return database_.read_rooms(each);
    }

    void commit(std::string_view units) override {
        std::lock_guard const lock(mutex_);
        if (is_full(active())) change_parts();
        active().log.append(units);
        active().units.emplace_back(units);
    }

    std::optional<StoredRoom> read_room(std::string const& code) override {
        wait_for_database();
        std::lock_guard const lock(mutex_);
        take_in_what_is_about(code);
        return database_.read_room(code);
    }

    std::optional<StoredMatch> read_match(std::string const& room, int number) override {
        wait_for_database();
        std::lock_guard const lock(mutex_);
        take_in_what_is_about(room);
        return database_.read_match(room, number);
    }

    std::vector<std::string> expire(std::int64_t seconds) override {
        wait_for_database();
        std::lock_guard const lock(mutex_);
        take_in_all();
        return database_.expire(seconds);
    }

private:
    struct Part {
        Log log;
        /// What is in it, commit by commit: so a commit has the least to do.
        std::vector<std::string> units;
    };

    Part& active() { return parts_[static_cast<std::size_t>(active_)]; }
    Part& resting() { return parts_[static_cast<std::size_t>(1 - active_)]; }

    static bool is_full(Part const& part) { return part.log.size() >= most_log; }

    /// The full part rests while the database takes it in. What that can't take, it is given again before the next.
    void change_parts() {
        take_in_resting();
        auto const& next_key = active().log.next_key();
        active_ = 1 - active_;
        active().log.begin_again(next_key);
        auto const try_to_take_in = [this] {
            // There is time until the other log is full.
            work_in_background();
            try {
                take_in(resting(), {active_, active().log.key()});
            } catch (StoreFailure const&) {
                // Whoever needs it is told.
            }
        };
        try {
            taking_in_ = std::async(std::launch::async, try_to_take_in).share();
        } catch (std::system_error const&) {
            // There is no thread to be had: whoever needs it has it taken in.
        }
    }

    /// Until it has taken in what it is at; meanwhile others may commit.
    void wait_for_database() {
        auto const taking_in = [this] {
            std::lock_guard const lock(mutex_);
            return taking_in_;
        }();
        if (taking_in.valid()) taking_in.wait();
    }

    /// Afterwards the database is nobody else's, and only the active part is not in it.
    void take_in_resting() {
        if (taking_in_.valid()) taking_in_.get();
        take_in(resting(), {active_, active().log.key()});
    }

    void take_in_all() {
        take_in_resting();
        auto const next_key = active().log.next_key();
        take_in(active(), {active_, next_key});
        active().log.begin_again(next_key);
    }

    void take_in_what_is_about(std::string const& room) {
        take_in_resting();
        auto found = false;
        for (auto const& units : active().units)
            read_units(units, [&](Unit const& unit) { found = found || unit.room == room; });
        if (found) take_in_all();
    }

    void take_in(Part& part, Database::LogPlace const& next) {
        if (part.units.empty()) return;
        database_.take_in(Backlog(part.units), next);
        part.units.clear();
    }

    /// Bytes. The larger, the more of a match goes into the database at once, and the more waits there for it.
    static constexpr std::size_t most_log = 32 * 1024 * 1024;

    DirectoryLock lock_;
    std::mutex mutex_;
    Database database_;
    std::array<Part, 2> parts_;
    /// The part that is written to.
    int active_ = 0;
    std::shared_future<void> taking_in_;
};

} // namespace

std::unique_ptr<Store> open_sqlite_store(fs::path const& directory) {
    return std::make_unique<SqliteStore>(directory);
}

} // namespace tefuda::server
