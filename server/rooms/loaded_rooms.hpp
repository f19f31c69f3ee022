// The rooms in memory, and which of them leaves where another needs its place.
#pragma once

#include "protocol/server_message.hpp"
#include "server/rooms/room_actor.hpp"
#include "server/runtime/networks.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace tefuda::server {

/// Rooms that an address has made or woken. Rooms of nobody (the empty address: they came back with the server) are not
/// counted. Not thread-safe.
class AddressShares {
public:
    void add(std::string const& address) {
        if (address.empty()) return;
        for (auto const& network : networks_of(address)) ++rooms_[network.name];
    }

    /// \pre the room was added
    void remove(std::string const& address) {
        if (address.empty()) return;
        for (auto const& network : networks_of(address)) {
            auto const found = rooms_.find(network.name);
            if (found != rooms_.end() && --found->second == 0) rooms_.erase(found);
        }
    }

    /// How many the widest network around the address has.
    int of(std::string const& address) const { return in(widest_network_of(address)); }
    /// Whether the address or a network around it has so many that it may have no other.
    bool has_its_share(std::string const& address, int most) const {
        auto const networks = networks_of(address);
        return std::ranges::any_of(
            networks, [&](CountedNetwork const& network) { return in(network.name) / network.share >= most; });
    }

private:
    int in(std::string const& network) const {
        auto const found = rooms_.find(network);
        return found == rooms_.end() ? 0 : found->second;
    }

    std::unordered_map<std::string, int> rooms_;
};

/// By their codes. Thread-safe.
class LoadedRooms {
public:
    using RoomPtr = std::shared_ptr<RoomActor>;
    /// A room in memory, or why it can't be.
    using Result = std::variant<RoomPtr, Rejection>;
    /// Makes a room; called while no other comes or goes.
    using Make = std::function<Result()>;

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

    explicit LoadedRooms(Capacity const& capacity) : capacity_(capacity) {}

    /// Null where it is not in memory.
    RoomPtr find(std::string const& code) const;
    std::vector<RoomPtr> all() const;
    bool is_full() const;
    /// Calls `step` with a function that tells of a code whether its room is here; no room comes or goes meanwhile.
    template <class Step>
    void while_none_comes(Step const& step) const {
        std::shared_lock const lock(mutex_);
        step([this](std::string const& code) { return rooms_.contains(code); });
    }

    /// Adds a new room, where the address may have one room more; the one that would be missed least is evicted for it.
    Result add_new(std::string const& address, bool is_public, Make const& make);
    /// Adds a room whatever the limits say.
    Result add(Make const& make);
    /// Keeps a place for a room that is to be claimed, as `add_new`, or says why there is none.
    std::optional<Rejection> reserve(std::string const& address);
    void end_reservation();
    /// Ends the reservation: the room takes its place.
    Result admit(Make const& make);

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

    using Rooms = std::unordered_map<std::string, Loaded>;

    /// With those that are on their way, without those that were asked to leave.
    std::size_t staying() const { return rooms_.size() + coming_ - evicting_; }
    Result insert(Make const& make);
    RoomPtr erase(Rooms::iterator place);
    std::optional<Rejection> refuse_public(std::string const& address) const;
    std::optional<Rejection> make_space(std::string const& address);
    bool is_full_for(std::string const& address) const;
    RoomPtr least_missed(std::string const& address, bool of_itself);
    void evict(RoomPtr const& victim);
    void set_evicting(std::string const& code, bool evicting);

    Capacity const capacity_;
    mutable std::shared_mutex mutex_;
    Rooms rooms_;
    AddressShares shares_;
    std::uint64_t next_number_ = 0;
    std::size_t evicting_ = 0;
    std::size_t coming_ = 0;
    std::chrono::steady_clock::time_point last_search_{};
    std::chrono::steady_clock::duration searched_{}; ///< for victims; forgotten as time passes
};

} // namespace tefuda::server
