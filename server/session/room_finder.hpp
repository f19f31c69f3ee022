// Finds the rooms that a client names.
#pragma once

#include "server/rooms/room_actor.hpp"
#include "server/rooms/room_registry.hpp"
#include "server/runtime/sweep.hpp"
#include "server/session/address_rate.hpp"

#include <atomic>
#include <boost/unordered/unordered_flat_map.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tefuda::server {

/// By a rate of its own and by one that it shares with its address. A guess is counted before anybody looks whether it
/// is right, and discounted when it is: else the answers to many at once would tell which are right. Thread-safe.
class GuessLimit {
public:
    using TimePoint = TokenBucket::TimePoint;

    /// \param shared of all addresses; must outlive this object, like the address
    GuessLimit(Rate own, AddressRate& shared, std::string const& address)
        : own_(own), shared_(shared), address_(address) {}

    /// Counts a guess. \returns nothing if it was counted, else the time until the client may guess again
    std::optional<std::chrono::milliseconds> take(TimePoint now) {
        std::lock_guard const lock(mutex_);
        if (!own_.take(now)) return own_.wait();
        auto const wait = shared_.take(address_, now);
        if (wait) own_.give_back();
        return wait;
    }

    /// A guess that was counted was right.
    void give_back() {
        std::lock_guard const lock(mutex_);
        own_.give_back();
        shared_.give_back(address_);
    }

private:
    std::mutex mutex_;
    TokenBucket own_;
    AddressRate& shared_;
    std::string const& address_;
};

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

/// A client finds the rooms in which it takes part, and those that it has made. Any other code is a guess until it
/// turns out right, and guesses have a limit. Not thread-safe but for `places`.
class RoomFinder {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// \param address of the client; must outlive this object, like the others
    RoomFinder(RoomRegistry& rooms, Rate guesses, AddressRate& shared_guesses, std::string const& address)
        : rooms_(rooms), guesses_(guesses, shared_guesses, address), address_(address) {}

    /// The room is not in memory, but may be in the store.
    struct Asleep {
        /// The answer where it can't be woken, if the client guesses too much.
        std::optional<Rejection> refused;
    };
    using Route = std::variant<std::shared_ptr<RoomActor>, Asleep, Rejection>;
    /// \param code of the room that the message is for
    Route find(std::string const& code, ClientMessage const& message, TimePoint now);
    /// A room that was asleep is there: the code was right.
    void note_woken(Asleep const& asleep);
    void note_wrong_token(TimePoint now) { guesses_.take(now); }

    /// For a room that a message names besides: whether its code is a guess.
    bool is_guess(std::string const& code) const { return !places_.find(code) && !made_.find(code); }
    /// Counts such a guess. \returns how it is refused where the client guesses too much
    std::optional<Rejection> count_guess(TimePoint now);
    /// It was right.
    void note_right_guess() { guesses_.give_back(); }

    void set_takes_part(std::string const& room, bool takes_part);
    bool takes_part(std::string const& code) const { return places_.find(code) != nullptr; }
    /// In how many rooms the client takes part; from any thread.
    int places() const { return places_.count(); }
    /// Leaves all. \returns those that have not ended
    std::vector<std::shared_ptr<RoomActor>> leave_all() { return places_.remove_all(); }

    /// The client has made this room.
    void note_made(std::string const& room);
    /// Whether it has made fewer rooms than that in which no match has ended.
    bool has_made_fewer_than(int most) { return made_.are_fewer_than(most); }

private:
    std::optional<Rejection> count_guess(ClientMessage const& message, TimePoint now);

    RoomRegistry& rooms_;
    GuessLimit guesses_;
    std::string const& address_;
    ClientPlaces places_;
    RoomsMade made_;
};

} // namespace tefuda::server
