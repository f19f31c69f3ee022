// All rooms of the server.
#pragma once

#include "server/journal/store_reader.hpp"
#include "server/room/room_actor.hpp"
#include "server/room/room_list.hpp"

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
    };

    /// \param executors where rooms live, in turn; not empty; they outlive the registry
    RoomRegistry(std::vector<Executor*> executors, RandomBytes random, Settings const& settings, BotPool& bots,
                 Journal journal);

    /// Takes up every room that the store has; called once, before anything else. A room that can't be read stays in
    /// the store and is logged. Blocks. \throws StoreFailure
    void recover();

    using OnCreated = std::function<void(std::variant<Created, Rejection>)>;

    /// Makes a room, or says why not; on any thread, once.
    /// \param may_create false where whoever asks has made too many already
    void create(Create const& message, bool may_create, OnCreated const& done);

    /// A room in memory, or null.
    struct Found {
        std::shared_ptr<RoomActor> room;
        bool is_asleep = false; ///< it is in the store alone, or (where servers share the store) may be
    };
    Found look_up(std::string const& code) const;
    /// Only for a room in memory; null for any other.
    std::shared_ptr<RoomActor> find(std::string const& code) const { return look_up(code).room; }
    using Woken = std::variant<std::shared_ptr<RoomActor>, Rejection>;
    /// Takes up a room that is asleep.
    /// \param from_others also where another server has claimed it
    /// \param done told on the executor: the room, or why there is none
    void wake(std::string const& code, bool from_others, Executor& executor, std::function<void(Woken)> done);

    /// As RoomList::find.
    std::string list(RoomList::Query const& query = {}) const { return list_.find(query); }

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
    std::shared_ptr<RoomActor> add(Executor& executor, Room room, RoomActor::Claim claim);
    std::shared_ptr<RoomActor> take_up(StoredRoom stored, std::int64_t epoch);
    /// Who waits for a room to be claimed.
    struct ClaimWaiter {
        bool from_others;
        Executor* executor;
        std::function<void(Woken)> done;
    };
    void claim(std::string const& code, ClaimWaiter waiter);
    void ask_for_claim(std::string const& code, bool from_others, Executor& executor);
    void end_claim(std::string const& code, bool from_others, ReadResult<ClaimResult> result);
    void remove(std::string const& code);
    void schedule_ageing();
    void age_rooms();
    void expire();
    void remove_stored(std::vector<std::string> const& codes);

    void list(Room const& room, std::int64_t epoch) override;
    void forget(std::string const& code, bool stored) override;
    void renew(std::string const& code, bool stored) override;
    void lose(RoomActor const& room) override;

    std::vector<Executor*> const executors_;
    RandomBytes const random_;
    Settings const settings_;
    BotPool& bots_;
    Journal const journal_;

    mutable std::shared_mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<RoomActor>> rooms_;
    /// Codes of the rooms that are in the store alone.
    std::unordered_set<std::string> asleep_;
    /// By its code, who waits for a room that is being claimed.
    std::unordered_map<std::string, std::vector<ClaimWaiter>> claiming_;
    std::vector<RoomClaim> released_;
    std::size_t next_executor_ = 0;
    /// When the newest room was created, as RoomSetting::created.
    std::int64_t last_created_ = 0;
    bool closing_ = false;

    std::unique_ptr<Timer> ageing_;
    int minutes_ = 0;

    RoomList list_;
    /// By its code, a room in the list that was shown as running elsewhere.
    std::unordered_set<std::string> elsewhere_;

    std::mutex spectators_mutex_;
    std::map<std::string, std::pair<RoomClaim, int>> spectators_;
};

} // namespace tefuda::server
