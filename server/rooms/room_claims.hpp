// Takes rooms up that are in the store alone.
#pragma once

#include "server/rooms/claim_pace.hpp"
#include "server/rooms/loaded_rooms.hpp"
#include "server/rooms/room_actor.hpp"
#include "server/rooms/room_factory.hpp"
#include "server/runtime/executor.hpp"
#include "server/runtime/guarded.hpp"
#include "server/runtime/until_there_is_memory.hpp"
#include "server/store/journal_writer.hpp"
#include "server/store/store.hpp"
#include "server/store/store_reader.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tefuda::server {

/// Gives many back at once: one call of the store for all that have come since the last one. Thread-safe; must outlive
/// the executor's tasks.
class ClaimReturn {
public:
    /// \param store null where nothing is stored: then there are no claims
    ClaimReturn(StoreReader* store, Executor& executor) : store_(store), executor_(executor) {}

    /// What can't be given back now is given back with the next one.
    void give_back(RoomClaim claim);

private:
    void start();
    void ended(std::vector<RoomClaim> const& again, bool goes_on);

    StoreReader* const store_;
    Executor& executor_;
    struct Waiting {
        std::vector<RoomClaim> claims;
        bool is_under_way = false;
    };
    Guarded<Waiting> waiting_;
};

/// Where rooms are kept: all null where no journal is kept.
struct Journal {
    Store* store = nullptr;
    JournalWriter* writer = nullptr;
    StoreReader* reader = nullptr;
};

/// Claims each room once, however many want it at the same time, and gives claims back. Thread-safe.
class RoomClaims {
public:
    /// A room in memory, or why it can't be.
    using Woken = OrRejection<LoadedRooms::RoomPtr>;

    /// Who waits for a room that is being claimed.
    struct Waiter {
        bool from_others = false; ///< also wants it where another server has claimed it
        Executor* executor;       ///< where it is answered
        std::function<void(Woken)> done;

        /// Later, on its executor.
        void answer(Woken const& result) {
            until_there_is_memory([&] { executor->post([done = done, result] { done(result); }); });
        }
    };

    /// Who wakes a room.
    struct Waker {
        std::string address;      ///< on whose account the room is awake
        bool from_others = false; ///< also where another server has claimed it
    };

    /// Sets a room to work that was claimed with this epoch.
    using Employ =
        std::function<LoadedRooms::RoomPtr(Executor& home, Room room, std::string const& address, std::int64_t epoch)>;

    RoomClaims(LoadedRooms& rooms, RoomFactory& factory, ExecutorGroup& executors, Journal const& journal,
               Employ employ)
        : rooms_(rooms), factory_(factory), executors_(executors), store_(journal.store), reader_(journal.reader),
          employ_(std::move(employ)), returned_(journal.reader, executors.first()) {}

    /// \param done told later, on the executor; where memory fails it may be dropped instead, see AnswerOnce
    void wake(std::string const& code, Waker const& waker, Executor& executor, std::function<void(Woken)> done) {
        claim(code, waker, {waker.from_others, &executor, std::move(done)});
    }
    /// No other room is taken up: other servers go on with them.
    void close() { closed_ = true; }
    /// The room has left the memory.
    void give_back(RoomClaim claim) { returned_.give_back(std::move(claim)); }
    /// Something was stored with the room's claim, or it was lost.
    void claim_held(std::string const& code) {
        pace_.with([&](ClaimPace& pace) { pace.claim_held(code); });
    }
    void claim_lost(RoomActor const& room);
    /// False where a claim hangs, or claims do not hold.
    bool work() const {
        return pace_.with([now = executors_.first().now()](ClaimPace const& pace) { return pace.works(now); });
    }

private:
    void claim(std::string const& code, Waker const& waker, Waiter waiter);
    void start(std::string const& code, Waker const& waker);
    void start_later(std::string const& code, Waker const& waker, Executor::TimePoint when);
    void start_or_refuse(std::string const& code, Waker const& waker);
    void end(std::string const& code, Waker const& waker, Executor& home, ReadResult<ClaimResult> result);
    OrRejection<> check(std::string const& code) const;
    std::vector<Waiter> end_without_room(std::string const& code);
    OrRejection<Room> room_of(std::string const& code, Executor const& home, ReadResult<ClaimResult>& result,
                              std::int64_t& epoch);

    LoadedRooms& rooms_;
    RoomFactory& factory_;
    ExecutorGroup& executors_;
    Store* const store_;
    StoreReader* const reader_;
    Employ const employ_;
    std::atomic<bool> closed_ = false;
    ClaimReturn returned_;
    Guarded<ClaimPace> pace_;
    /// Claims that wait, by code. Used on the first executor.
    std::unordered_map<std::string, std::unique_ptr<Timer>> delayed_;
    /// By code. One claim of a room answers all who want it: a second claim would fence the first. Rooms are found and
    /// admitted under its mutex: a room that is not being claimed is in memory, or asleep.
    using Waiters = std::unordered_map<std::string, std::vector<Waiter>>;
    Guarded<Waiters> waiters_;
    static std::vector<Waiter> remove(Waiters& waiters, std::string const& code);
};

} // namespace tefuda::server
