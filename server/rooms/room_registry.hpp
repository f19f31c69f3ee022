// All rooms of the server: makes, finds and wakes them.
#pragma once

#include "server/rooms/loaded_rooms.hpp"
#include "server/rooms/public_rooms.hpp"
#include "server/rooms/room_ager.hpp"
#include "server/rooms/room_claims.hpp"
#include "server/rooms/room_factory.hpp"
#include "server/runtime/executor.hpp"

#include <atomic>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tefuda::server {

/// Thread-safe.
class RoomRegistry : private RoomOwner {
public:
    struct Settings {
        bool allow_fixed = false;
        RoomAges ages;
        LoadedRooms::Capacity capacity;
        bool has_public_rooms = true;
        /// As RoomAger::Bounds.
        std::uint64_t store_bytes = std::numeric_limits<std::uint64_t>::max();
    };

    /// Who makes a room.
    struct Maker {
        std::string address;
        /// False where this connection has made too many already.
        bool may_create = true;
    };

    /// \param executors where rooms live, in turn; not empty; they outlive the registry
    RoomRegistry(std::vector<Executor*> executors, RandomBytes random, Settings const& settings, BotPool& bots,
                 Journal const& journal);

    /// Who is told what happens in rooms; to be set before anything else.
    using RoomOwner::listeners;

    struct Recovered {
        std::size_t awake = 0;
        std::size_t asleep = 0;
        std::size_t finished = 0;
        std::size_t damaged = 0;
    };
    /// Takes up every room that the store gives; called once, before anything else. A room that can't be read stays in
    /// the store and is logged. Blocks. \throws StoreFailure
    Recovered recover();

    using OnCreated = std::function<void(OrRejection<Created>)>;

    /// Makes a room, or says why not; on any thread, once, but where memory fails: see AnswerOnce. When there are too
    /// many rooms, the one that would be missed least is evicted.
    /// \param source the match from which the room's first one is to go on, where the message asks for that; null where
    /// there is none that may be one
    void create(Create const& message, Maker const& maker, OnCreated const& done, MatchRecord const* source = nullptr);

    /// A player's board of the day, as `create`. \param board as the game says
    void create(RoomFactory::Board const& board, SeatPlayer const& player, Maker const& maker, OnCreated const& done);
    /// Which boards are open. Whoever opens them says so here.
    OpenBoards& open_boards() { return factory_.open_boards(); }
    OpenBoards const& open_boards() const { return factory_.open_boards(); }

    /// A room in memory, or null.
    struct Lookup {
        std::shared_ptr<RoomActor> room;
        bool is_asleep = false; ///< it may be in the store alone
    };
    /// Cheap also for a code that no room has.
    Lookup look_up(std::string const& code) const;
    /// Only for a room in memory; null for any other.
    std::shared_ptr<RoomActor> find(std::string const& code) const { return rooms_.find(code); }

    using Waker = RoomClaims::Waker;
    using Woken = RoomClaims::Woken;
    /// Claims a room that is asleep, and takes it up; once, however many wake it at the same time.
    /// \param done as RoomClaims'
    void wake(std::string const& code, Waker const& waker, Executor& executor, std::function<void(Woken)> done) {
        claims_.wake(code, waker, executor, std::move(done));
    }

    /// As RoomList::find.
    RoomList::Page list(RoomList::Query const& query = {}) const { return public_.find(query); }

    /// The orderly stop: no new rooms, nobody joins, no match begins.
    void close();
    /// The same for as long as the operator wants it; rooms are still taken up and go on.
    void set_draining(bool draining);

    /// The rooms in memory.
    std::vector<std::shared_ptr<RoomActor>> all() const { return rooms_.all(); }

    // For the watch of a store that several servers share.

    /// As in PublicRooms.
    void on_listed(PublicRooms::OnListed told) { public_.on_listed(std::move(told)); }
    /// The rooms in memory that the store has, with their claims.
    std::vector<RoomClaim> held() const;
    /// False where the store hangs at a claim, or takes nothing with the claims that it gives.
    bool claims_work() const { return claims_.work(); }
    /// Somebody has claimed the room with this epoch: it is lost where it is here with a lower one.
    void lose_claimed(RoomClaim const& claim);
    /// Another server has claimed a room that was here with this epoch, or it is gone.
    void lose_held(RoomClaim const& claim);
    using Listed = PublicRooms::Listed;
    /// The public rooms of all servers, by code. Those that are here are listed as they are here.
    void list_elsewhere(std::map<std::string, Listed> const& rooms) {
        // A room that comes here at the same time is listed by itself afterwards.
        rooms_.while_none_comes([&](auto const& is_here) { public_.list_elsewhere(rooms, is_here); });
    }

private:
    /// For other servers, which go on with them.
    Intake intake() const { return draining_ ? Intake::nothing_new : closing_ ? Intake::no_people : Intake::all; }
    void update_intake();
    void make(RoomFactory::Order order, Maker const& maker, OnCreated const& done);
    std::shared_ptr<RoomActor> employ(Executor& executor, Room room, std::string const& address, ActorClaim claim);

    void list(Room const& room, std::int64_t epoch) override { public_.update(room, epoch); }
    void forget(std::string const& code, bool stored) override;
    void renew(std::string const& code, bool stored) override;
    void claim_held(RoomActor const& room) override { claims_.claim_held(room.code()); }
    void lose(RoomActor const& room) override;
    void after_all_loops(Executor& executor, std::function<void()> task) override {
        executors_.after_all(executor, std::move(task));
    }

    ExecutorGroup executors_;
    BotPool& bots_;
    Journal const journal_;
    bool const has_public_rooms_;
    RoomFactory factory_;
    LoadedRooms rooms_;
    std::atomic<bool> closing_ = false;
    std::atomic<bool> draining_ = false;
    PublicRooms public_;
    RoomClaims claims_;
    RoomAger ager_;
};

} // namespace tefuda::server
