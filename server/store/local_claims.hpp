// The claims in a store of one server: epochs in memory.
#pragma once

#include "server/runtime/guarded.hpp"
#include "server/store/store.hpp"

#include <string>
#include <unordered_map>

namespace tefuda::server {

/// Which rooms a store of one server has, and with which epoch each is claimed. Thread-safe; nothing here blocks.
class LocalClaims {
public:
    /// The store has this room.
    void add(std::string const& code);
    /// The room is gone, or never was.
    void forget(std::string const& code);
    /// May be wrong only about a room whose commit was refused.
    bool has(std::string const& code) const;

    /// Raises the room's epoch. \returns 0 where there is no such room
    std::int64_t claim(std::string const& code);
    /// Those that were claimed again meanwhile are left as they are.
    void give_back(std::vector<RoomClaim> const& rooms);

    /// To be called before a commit. Notes the rooms that it makes.
    /// \returns the transactions whose epoch is not the room's
    LostPlaces fence(std::span<Transaction const> transactions);
    /// To be called when it is stored: rooms that it removes are gone.
    void forget_removed(std::span<Transaction const> transactions, LostPlaces const& lost);

private:
    struct Epochs {
        /// By its code, each room's epoch; `unclaimed` where nobody has claimed it.
        std::unordered_map<std::string, std::int64_t> rooms;
        std::int64_t last = first_epoch;
    };
    Guarded<Epochs> epochs_;
};

} // namespace tefuda::server
