// The rooms in memory.
#pragma once

#include "server/rooms/room_actor.hpp"
#include "server/runtime/networks.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
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

/// By their codes, in the order in which they came. Not thread-safe.
class LoadedRooms {
public:
    struct Loaded {
        std::shared_ptr<RoomActor> actor;
        std::uint64_t number;  ///< rooms that came later have a higher one
        bool evicting = false; ///< it was asked to leave
    };

    /// Null where it is not in memory.
    std::shared_ptr<RoomActor> find(std::string const& code) const {
        auto const found = rooms_.find(code);
        return found == rooms_.end() ? nullptr : found->second.actor;
    }
    bool contains(std::string const& code) const { return rooms_.contains(code); }
    std::size_t size() const { return rooms_.size(); }
    /// With those that are on their way, without those that were asked to leave.
    std::size_t staying() const { return rooms_.size() + coming_ - evicting_; }
    /// Keeps a place for a room that is on its way, until `end_reservation`.
    void reserve() { ++coming_; }
    void end_reservation() { --coming_; }
    /// How many rooms the address and its network have made or woken.
    int of(std::string const& address) const { return shares_.of(address); }
    /// As AddressShares::has_its_share.
    bool has_its_share(std::string const& address, int most) const { return shares_.has_its_share(address, most); }

    std::vector<std::shared_ptr<RoomActor>> all() const {
        std::vector<std::shared_ptr<RoomActor>> actors;
        actors.reserve(rooms_.size());
        for (auto const& [code, loaded] : rooms_) actors.push_back(loaded.actor);
        return actors;
    }
    template <class Each>
    void for_each(Each const& each) const {
        for (auto const& [code, loaded] : rooms_) each(loaded);
    }

    /// \pre there is none with its code
    void add(std::shared_ptr<RoomActor> actor) {
        shares_.add(actor->address());
        auto const& code = actor->code();
        rooms_[code] = {std::move(actor), next_number_++};
    }
    /// \returns the room, or null
    std::shared_ptr<RoomActor> remove(std::string const& code) {
        auto const found = rooms_.find(code);
        if (found == rooms_.end()) return nullptr;
        set_evicting(code, false);
        auto actor = std::move(found->second.actor);
        shares_.remove(actor->address());
        rooms_.erase(found);
        return actor;
    }
    void set_evicting(std::string const& code, bool evicting) {
        auto const found = rooms_.find(code);
        if (found == rooms_.end() || std::exchange(found->second.evicting, evicting) == evicting) return;
        evicting ? ++evicting_ : --evicting_;
    }

private:
    std::unordered_map<std::string, Loaded> rooms_;
    AddressShares shares_;
    std::uint64_t next_number_ = 0;
    std::size_t evicting_ = 0;
    std::size_t coming_ = 0;
};

} // namespace tefuda::server
