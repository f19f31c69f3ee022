// The rooms in memory, and which of them leaves where another needs its place.
#pragma once

#include "server/room/rejections.hpp"
#include "server/rooms/room_actor.hpp"
#include "server/runtime/guarded.hpp"
#include "server/runtime/networks.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace tefuda::server {

/// By their codes. Thread-safe.
class LoadedRooms {
public:
    using RoomPtr = std::shared_ptr<RoomActor>;
    /// Makes a room, or says why it can't be; called while no other comes or goes, and comes back to no function here.
    using Make = std::function<OrRejection<RoomPtr>()>;

    struct Capacity {
        /// Maximum number of rooms in memory.
        int rooms = std::numeric_limits<int>::max();
        /// Maximum number of rooms in memory that one address has made or woken and in which no match has ended.
        int rooms_an_address = std::numeric_limits<int>::max();
        /// Public ones that have not finished.
        int public_rooms_an_address = std::numeric_limits<int>::max();
        /// Of the actions of all matches in memory: with so many there is no place for another room.
        std::uint64_t match_bytes = std::numeric_limits<std::uint64_t>::max();
    };

    explicit LoadedRooms(Capacity const& capacity) : state_(*this, capacity) {}

    /// Null where it is not in memory.
    RoomPtr find(std::string const& code) const;
    std::vector<RoomPtr> all() const;
    bool is_full() const;
    /// Calls `step` with a function that tells of a code whether its room is here; no room comes or goes meanwhile.
    template <class Step>
    void while_none_comes(Step const& step) const {
        state_.with(
            [&](State const& state) { step([&](std::string const& code) { return state.rooms.contains(code); }); });
    }

    /// Adds a new room, where the address may have one room more; the one that would be missed least is evicted for it.
    OrRejection<RoomPtr> add_new(std::string const& address, bool is_public, Make const& make);
    /// Adds a room whatever the limits say.
    void add(RoomPtr const& room);
    /// Keeps a place for a room that is to be claimed, as `add_new`, or says why there is none.
    OrRejection<> reserve(std::string const& address);
    void end_reservation();
    /// Ends the reservation: the room takes its place.
    OrRejection<RoomPtr> admit(Make const& make);

    /// \returns the room, or null
    RoomPtr remove(std::string const& code);
    /// \returns false where it is not here, but perhaps another one with its code
    bool remove(RoomActor const& room);

private:
    struct Loaded {
        RoomPtr actor;
        std::uint64_t number;  ///< rooms that came later have a higher one
        bool evicting = false; ///< it was asked to leave
    };

    struct State {
        State(LoadedRooms& owner, Capacity const& its_capacity) : all(owner), capacity(its_capacity) {}

        /// With those that are on their way, without those that were asked to leave.
        std::size_t staying() const { return rooms.size() + coming - evicting; }
        OrRejection<RoomPtr> insert(Make const& make);
        RoomPtr erase(std::string const& code);
        OrRejection<> check_public(std::string const& address) const;
        OrRejection<> make_space(std::string const& address);
        bool is_full_for(std::string const& address) const;
        RoomPtr least_missed(std::string const& address, bool of_itself);
        void evict(RoomPtr const& victim);
        void set_evicting(std::string const& code, bool is_evicting);

        LoadedRooms& all;
        Capacity const capacity;
        std::unordered_map<std::string, Loaded> rooms;
        NetworkCounts
            shares; ///< rooms that an address has made or woken; those that came back with the server are nobody's
        std::uint64_t next_number = 0;
        std::size_t evicting = 0;
        std::size_t coming = 0;
        std::chrono::steady_clock::time_point last_search{};
        std::chrono::steady_clock::duration searched{}; ///< for victims; forgotten as time passes
    };

    Guarded<State> state_;
};

} // namespace tefuda::server
