// The rooms of one client: those in which it takes part, and those that it has made.
#pragma once

#include "server/rooms/room_actor.hpp"
#include "server/runtime/sweep.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tefuda::server {

/// The rooms in which a client has a seat or watches. Owns none of them. Not thread-safe but for `count`.
class ClientPlaces {
public:
    /// \param room null where it has ended meanwhile
    void add(std::string const& code, std::shared_ptr<RoomActor> const& room) {
        rooms_[code] = room;
        count_ = static_cast<int>(rooms_.size());
    }
    void remove(std::string const& code) {
        rooms_.erase(code);
        count_ = static_cast<int>(rooms_.size());
    }
    /// From any thread.
    int count() const { return count_; }

    /// Null where the client takes no part in it, or it has ended here.
    std::shared_ptr<RoomActor> find(std::string const& code) const {
        auto const found = rooms_.find(code);
        auto room = found == rooms_.end() ? nullptr : found->second.lock();
        return room && !room->is_lost() ? room : nullptr;
    }

    /// Removes all. \returns those that have not ended
    std::vector<std::shared_ptr<RoomActor>> remove_all() {
        std::vector<std::shared_ptr<RoomActor>> all;
        for (auto const& [code, room] : rooms_)
            if (auto alive = room.lock()) all.push_back(std::move(alive));
        rooms_ = {};
        count_ = 0;
        return all;
    }

private:
    boost::unordered_flat_map<std::string, std::weak_ptr<RoomActor>> rooms_;
    std::atomic<int> count_ = 0;
};

/// The rooms that a client has made and in which no match has ended. Owns none of them. Not thread-safe.
class RoomsMade {
public:
    void add(std::shared_ptr<RoomActor> const& room) { rooms_[room->code()] = room; }

    /// Null where the client has not made it, or it has ended here.
    std::shared_ptr<RoomActor> find(std::string const& code) const {
        auto const found = rooms_.find(code);
        auto room = found == rooms_.end() ? nullptr : found->second.lock();
        return room && !room->is_lost() ? room : nullptr;
    }

    /// Whether they are fewer than that. Looks at all of them only where many have come since it did so last: below the
    /// limit a constant time for each room on average.
    bool are_fewer_than(int most) {
        auto const limit = static_cast<std::size_t>(most);
        if (rooms_.size() < limit && !sweep_.is_due(rooms_.size())) return true;
        sweep_.sweep(rooms_, [](auto const& made) {
            auto const room = made.second.lock();
            return !room || room->standing().had_match();
        });
        return rooms_.size() < limit;
    }

private:
    Sweep sweep_{64};
    boost::unordered_flat_map<std::string, std::weak_ptr<RoomActor>> rooms_;
};

} // namespace tefuda::server
