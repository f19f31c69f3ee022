// All rooms of the server.
#pragma once

#include "server/room/room_actor.hpp"

#include <limits>
#include <map>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tefuda::server {

/// All functions may be called from any thread.
class RoomRegistry : private RoomActor::Home {
public:
    struct Settings {
        bool allow_fixed = false;
        RoomAges ages;
        /// In memory at once.
        int rooms = std::numeric_limits<int>::max();
    };

    /// \param executors where rooms live, in turn; not empty
    /// \param journal null where none is kept
    RoomRegistry(std::vector<Executor*> executors, RandomBytes random, Settings const& settings, BotPool& bots,
          Journal* journal);

    /// Once, before anything else: every room that the journal has is here again. A room that can't be read is left in
    /// the journal and logged. \throws StoreFailure
    void recover();

    using OnCreated = std::function<void(std::variant<Created, Rejection>)>;

    /// Makes a room, or says why not; on any thread, once.
    /// \param may_make whether whoever asks has not made too many already
    void create(Create const& message, bool may_make, OnCreated const& reply);

    /// Wakes the room if need be. Nothing where no room has this code.
    std::shared_ptr<RoomActor> find(std::string const& code);

    /// A finished match that is no longer in its room's memory.
    std::optional<MatchRecord> find_stored_match(std::string const& room, int number) const;

    /// The public rooms that wait or play: a JSON list of RoomSummary.
    std::string list() const;

    /// The orderly stop: no new rooms, nobody joins.
    void close();

private:
    class Removals;

    std::variant<RoomSetting, Rejection> settle(Create const& message) const;
    std::optional<Rejection> add_fixed_deal(RoomSetting& setting, std::optional<Bytes32>& seed,
                                            codec::RawJson const& fixed) const;
    std::string new_code() const;
    /// The place of an executor.
    std::size_t next_place();
    std::shared_ptr<RoomActor> add(std::size_t place, Room room);
    std::shared_ptr<RoomActor> wake_up(StoredRoom const& stored);
    void remove(std::string const& code);
    void age_in_a_minute();
    void age();
    void forget_what_is_old();
    void remove_stored(std::vector<std::string> const& codes);

    void show(Room const& room) override;
    void gone(std::string const& code, bool asleep) override;

    std::vector<Executor*> const executors_;
    RandomBytes const random_;
    Settings const settings_;
    BotPool& bots_;
    Journal* const journal_;
    /// One for each executor; none where no journal is kept.
    std::vector<std::shared_ptr<CommitQueue>> const commits_;
    std::shared_ptr<Removals> const removals_;

    mutable std::shared_mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<RoomActor>> rooms_;
    /// Rooms that are in the journal alone.
    std::unordered_set<std::string> asleep_;
    std::size_t next_place_ = 0;
    bool closing_ = false;

    std::unique_ptr<Timer> ageing_;
    int minutes_ = 0;

    mutable std::mutex listed_mutex_;
    /// What the list shows of each public room.
    std::map<std::string, std::string> listed_;
};

} // namespace tefuda::server
