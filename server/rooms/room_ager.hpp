// What goes as time passes: rooms in which nobody is, and matches that are old or for which there is no space.
#pragma once

#include "server/rooms/room_actor.hpp"
#include "server/store/journal_writer.hpp"
#include "server/store/store_reader.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// Looks every 15 seconds which rooms are to leave the memory or to be deleted, and whether the store is too large;
/// every hour which finished matches are too old. Works on one executor, whose tasks it must outlive.
class RoomAger {
public:
    struct Bounds {
        RoomAges ages;
        /// When the store is larger, in bytes, the oldest finished matches are deleted early.
        std::uint64_t store_bytes = std::numeric_limits<std::uint64_t>::max();
        /// When the actions of all matches in memory are more, rooms in which nothing happens go to the store.
        std::uint64_t match_bytes = std::numeric_limits<std::uint64_t>::max();
    };
    /// The rooms in memory.
    using Loaded = std::function<std::vector<std::shared_ptr<RoomActor>>()>;

    /// \param reader null where nothing is stored, and so is the writer
    RoomAger(Executor& executor, Bounds const& bounds, StoreReader* reader, JournalWriter* writer, Loaded loaded);

private:
    class Removal;

    void schedule();
    template <class Step>
    void or_trim_anew(Step const& step);
    void age();
    void expire();
    void trim(std::int64_t from = 0);
    void trimmed(Store::Trimmed const& step);
    void evict(std::vector<std::string> const& codes);
    void remove(std::vector<std::string> const& codes);

    Executor& executor_;
    Bounds const bounds_;
    StoreReader* const reader_;
    JournalWriter* const writer_;
    Loaded const loaded_;
    std::unique_ptr<Timer> timer_;
    std::optional<TimePoint> last_expired_;
    bool trimming_ = false;          ///< the store is being made smaller
    std::int64_t deleted_early_ = 0; ///< matches, since that began
};

} // namespace tefuda::server
