// All rooms of the server.
#pragma once

#include "server/journal/store_reader.hpp"
#include "server/room/address_shares.hpp"
#include "server/room/room_actor.hpp"
#include "server/room/room_list.hpp"

#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

namespace tefuda::server {

/// Where rooms are kept: all null where no journal is kept.
struct Journal {
    Store* store = nullptr;
    JournalWriter* writer = nullptr;
    StoreReader* reader = nullptr;
    SharedStore* shared = nullptr; ///< the store, where several servers share it; else null
};

/// Thread-safe.
class RoomRegistry : private RoomActor::Owner {
public:
    struct Settings {
        bool allow_fixed = false;
        RoomAges ages;
        /// Maximum number of rooms in memory.
        int rooms = std::numeric_limits<int>::max();
        /// Maximum number of rooms in memory that one address has made or woken and in which no match has ended.
        int rooms_an_address = std::numeric_limits<int>::max();
        /// When the store is larger, in bytes, the oldest finished matches are deleted early.
        std::uint64_t store_bytes = std::numeric_limits<std::uint64_t>::max();
    };

    using Charge = std::function<void(std::string const& address, int actions)>;

    /// Who makes a room.
    struct Maker {
        std::string address;
        /// False where this connection has made too many already.
        bool may_create = true;
    };

    /// \param executors where rooms live, in turn; not empty; they outlive the registry
    /// \param charge told of actions that bots and clocks have made, and on whose account; on any thread
    RoomRegistry(std::vector<Executor*> executors, RandomBytes random, Settings const& settings, BotPool& bots,
                 Journal journal, Charge charge = {});

    /// Takes up every room that the store has; called once, before anything else. A room that can't be read stays in
    /// the store and is logged. Blocks. \throws StoreFailure
    void recover();

    using OnCreated = std::function<void(std::variant<Created, Rejection>)>;

    /// Makes a room, or says why not; on any thread, once. When there are too many rooms, the one that would be missed
    /// least makes place.
    void create(Create const& message, Maker const& maker, OnCreated const& done);

    /// A room in memory, or null.
    struct Found {
        std::shared_ptr<RoomActor> room;
        bool is_asleep = false; ///< it is in the store alone, or (where servers share the store) may be
    };
    Found look_up(std::string const& code) const;
    /// Only for a room in memory; null for any other.
    std::shared_ptr<RoomActor> find(std::string const& code) const { return look_up(code).room; }
    /// Who wakes a room.
    struct Waker {
        std::string address;      ///< on whose account the room is awake
        bool from_others = false; ///< also where another server has claimed it
    };
    /// A room in memory, or why it can't be.
    using Woken = std::variant<std::shared_ptr<RoomActor>, Rejection>;
    /// Takes up a room that is asleep.
    /// \param done told on the executor
    void wake(std::string const& code, Waker const& waker, Executor& executor, std::function<void(Woken)> done);

    /// As RoomList::find.
    RoomList::Found list(RoomList::Query const& query = {}) const { return list_.find(query); }

    /// The orderly stop: no new rooms, nobody joins.
    void close();

    // For whoever watches the store that several servers share.

    /// The rooms in memory that the store has, with their claims.
    std::vector<RoomClaim> held() const;
    /// Somebody has claimed the room with this epoch: it is lost where it is here with a lower one.
    void note_claim(RoomClaim const& claim);
    /// Another server has claimed a room that was here with this epoch, or it is gone.
    void note_lost(RoomClaim const& claim);
    /// The claims of rooms that have left the memory since the last call, to be given back.
    std::vector<RoomClaim> take_released();
    /// The public rooms whose number of spectators has changed since the last call.
    std::vector<std::pair<RoomClaim, int>> take_spectators();
    /// A public room as lists show it.
    struct Listed {
        std::int64_t created;
        std::string game;
        std::string summary; ///< JSON text of RoomSummary
    };
    /// The public rooms of all servers, by code. Those that are here are listed as they are here.
    void list_elsewhere(std::map<std::string, Listed> const& rooms);

private:
    class Removal;

    std::variant<RoomSetting, Rejection> settle(Create const& message) const;
    std::optional<Rejection> add_fixed_deal(RoomSetting& setting, std::optional<Bytes32>& seed,
                                            codec::RawJson const& fixed) const;
    std::string new_code() const;
    std::int64_t new_creation_time();
    Executor& next_executor();
    /// A room in memory.
    struct Kept {
        std::shared_ptr<RoomActor> actor;
        std::uint64_t number; ///< rooms that came later have a higher one
        bool leaving = false; ///< it was asked to make place
    };
    struct Place {
        std::string address;
        ActorClaim claim;
    };

    std::optional<Room> room_from(StoredRoom stored, Executor const& executor) const;
    std::shared_ptr<RoomActor> add(Executor& executor, Room room, Place const& place);
    Woken admit(Executor& executor, Room room, std::string const& address);
    std::optional<Rejection> make_place_for(std::string const& address);
    bool is_full_for(std::string const& address) const;
    std::shared_ptr<RoomActor> least_missed(std::string const& address, bool of_itself);
    void drop(std::string const& code);
    /// Who waits for a room to be claimed.
    struct ClaimWaiter {
        Waker waker;
        Executor* executor;
        std::function<void(Woken)> done;
    };
    void claim(std::string const& code, ClaimWaiter waiter);
    void ask_for_claim(std::string const& code, Waker const& waker, Executor& executor);
    void end_claim(std::string const& code, Waker const& waker, ReadResult<ClaimResult> result);
    void remove(std::string const& code);
    void schedule_ageing();
    void age_rooms();
    void expire();
    void trim(std::int64_t from = 0);
    void remove_stored(std::vector<std::string> const& codes);

    void list(Room const& room, std::int64_t epoch) override;
    void forget(std::string const& code, bool stored) override;
    void renew(std::string const& code, bool stored) override;
    void lose(RoomActor const& room) override;
    void after_all_loops(Executor& executor, std::function<void()> task) override;
    void charge(std::string const& address, int actions) override;

    std::vector<Executor*> const executors_;
    RandomBytes const random_;
    Settings const settings_;
    BotPool& bots_;
    Journal const journal_;
    Charge const charge_;

    mutable std::shared_mutex mutex_;
    std::unordered_map<std::string, Kept> rooms_;
    AddressShares shares_;
    std::uint64_t next_number_ = 0;
    std::size_t leaving_ = 0; ///< rooms that were asked to make place
    std::chrono::steady_clock::time_point last_search_{};
    std::chrono::steady_clock::duration searched_{}; ///< for rooms that make place; forgotten as time passes
    /// Codes of the rooms that are in the store alone.
    std::unordered_set<std::string> asleep_;
    /// By its code, who waits for a room that is being claimed.
    std::unordered_map<std::string, std::vector<ClaimWaiter>> claiming_;
    std::vector<RoomClaim> released_;
    std::atomic<std::size_t> next_executor_ = 0;
    /// When the newest room was created, as RoomSetting::created.
    std::int64_t last_created_ = 0;
    bool closing_ = false;

    std::unique_ptr<Timer> ageing_;
    std::optional<TimePoint> last_expired_;
    bool trimming_ = false;    ///< the store is being made smaller
    std::int64_t trimmed_ = 0; ///< matches that went early since that began

    RoomList list_;
    /// By its code, a room in the list that was shown as running elsewhere.
    std::unordered_set<std::string> elsewhere_;

    std::mutex spectators_mutex_;
    std::map<std::string, std::pair<RoomClaim, int>> spectators_;
};

} // namespace tefuda::server
