// What has been committed, moved into the file of rooms and read there.
#pragma once

#include "server/store/sqlite/pending_file.hpp"
#include "server/store/sqlite/room_changes.hpp"
#include "server/store/sqlite/rooms_file.hpp"
#include "server/store/sqlite/sqlite_store.hpp"
#include "server/store/sqlite/store_files.hpp"
#include "server/store/sqlite/watermark.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace tefuda::server {

/// The time by which stored matches are old. A clock that jumps ahead is believed only after it has been so for a day
/// of uptime, so that it deletes nothing by mistake; one that jumps back is believed at once. Not thread-safe.
class BelievedTime {
public:
    using Steady = std::chrono::steady_clock::time_point;

    /// \param before what this said last, before the process started, in seconds since 1970; 0: never
    BelievedTime(std::int64_t before, Steady start) {
        if (before > 0) offsets_.push_back({start, before - seconds_of(start)});
    }

    /// To be called every few hours at least. \param wall what the machine's clock says, in seconds since 1970
    /// \returns seconds since 1970
    std::int64_t at(std::int64_t wall, Steady now) {
        Offset seen{now, wall - seconds_of(now)};
        // Those that are left ascend: the first one is the least of the last day.
        while (!offsets_.empty() && offsets_.back().seconds >= seen.seconds) {
            // Clocks drift: it is still the same jump.
            constexpr std::int64_t drift = 3600;
            if (offsets_.back().seconds - seen.seconds < drift) seen.since = offsets_.back().since;
            offsets_.pop_back();
        }
        offsets_.push_back(seen);
        // Each lasted until the next one.
        while (offsets_.size() > 1 && now - offsets_[1].since >= std::chrono::hours(24)) offsets_.pop_front();
        return offsets_.front().seconds + seconds_of(now);
    }

private:
    struct Offset {
        Steady since;
        std::int64_t seconds; ///< between the two clocks
    };

    static std::int64_t seconds_of(Steady time) {
        return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
    }

    std::deque<Offset> offsets_;
};

/// Every read sees all that was committed before it. Thread-safe; of `pending` it uses what is for the thread that
/// folds. All functions throw StoreFailure.
class FoldedRooms {
public:
    /// All must outlive this object.
    FoldedRooms(StoreFiles const& files, PendingFile& pending, RoomsFile& rooms, Watermark& watermark);

    /// Number of the last batch that was folded.
    std::int64_t last() const { return folded_; }
    /// \returns whether all that was committed could be folded, and the WAL of pending.sqlite copied
    bool fold_in_background(bool log);
    void fold();
    /// As Store::fold_rooms. The fold of their batches writes the same rows again.
    void fold_rooms();
    /// Frees the WAL of pending.sqlite. \pre nothing is being committed
    void restart_pending_wal();

    std::optional<StoredRoom> read_room(std::string const& code);
    std::optional<StoredMatch> read_match(std::string const& room, int number);
    std::vector<int> ended_matches(std::string const& room, int from);
    /// As RoomsReader::recover.
    Store::Recovered recover(std::function<void(StoredRoom)> const& each);
    /// As Store::expire.
    std::vector<std::string> expire(std::int64_t seconds);
    /// As Store::trim. \param pending how much may wait to be folded
    Store::Trimmed trim(std::uint64_t bytes, std::int64_t from, std::size_t pending);

    /// A file was deleted or replaced: copies are made of what there is, and nothing is folded any more.
    /// \pre nothing is being committed \returns why, a sentence or more
    std::string give_up(std::filesystem::path const& file);

private:
    struct Pending {
        ChangesByRoom changes;
        std::int64_t last; ///< number of the last batch in them
    };

    using Chooses = std::function<bool(EncodedChange const&)>;

    /// \param after the number of a batch \param chooses which changes are wanted; empty: all
    Pending read_pending(std::int64_t after, Chooses const& chooses = {});
    template <class Work>
    void write(Work const& work);
    void fold(Pending const& pending);
    void fold_all();
    void fold_and_checkpoint();
    template <class Read>
    std::invoke_result_t<Read const&> read(std::string const& room, Read const& read_rooms);

    StoreFiles const& files_;
    PendingFile& pending_;
    RoomsFile& rooms_;
    Watermark& watermark_;

    /// Guards the files and what follows.
    std::mutex mutex_;
    std::atomic<std::int64_t> folded_;
    std::optional<std::string> problem_; ///< why the last fold failed
    std::optional<std::string> lost_;    ///< why nothing is folded any more
    BelievedTime believed_;
    std::int64_t rooms_folded_ = 0; ///< number of the last batch of which all but matches was folded
};

} // namespace tefuda::server
