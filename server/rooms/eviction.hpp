// Which room leaves the memory where another needs its place.
#pragma once

#include "protocol/server_message.hpp"
#include "server/rooms/loaded_rooms.hpp"

#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace tefuda::server {

/// Not thread-safe.
class Eviction {
public:
    struct Limits {
        /// Maximum number of rooms in memory.
        int rooms = std::numeric_limits<int>::max();
        /// Maximum number of rooms in memory that one address has made or woken and in which no match has ended.
        int rooms_an_address = std::numeric_limits<int>::max();
        /// Of the actions of all matches in memory: with so many there is no place for another room.
        std::uint64_t match_bytes = std::numeric_limits<std::uint64_t>::max();
    };

    explicit Eviction(Limits const& limits) : limits_(limits) {}

    bool is_full(LoadedRooms const& rooms) const {
        return rooms.staying() >= static_cast<std::size_t>(limits_.rooms) ||
               MatchBytes::in_all() >= limits_.match_bytes;
    }

    struct Decision {
        std::shared_ptr<RoomActor> victim; ///< null: there is a place
        std::optional<Rejection> refused;  ///< there is no place, and no room may go
    };
    /// What is to be done so that this address may have one room more in memory.
    Decision decide(LoadedRooms const& rooms, std::string const& address);

private:
    bool is_full_for(LoadedRooms const& rooms, std::string const& address) const;
    std::shared_ptr<RoomActor> least_missed(LoadedRooms const& rooms, std::string const& address, bool of_itself);

    Limits const limits_;
    std::chrono::steady_clock::time_point last_search_{};
    std::chrono::steady_clock::duration searched_{}; ///< for victims; forgotten as time passes
};

} // namespace tefuda::server
