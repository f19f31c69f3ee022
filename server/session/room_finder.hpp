// Finds the rooms that a client names.
#pragma once

#include "server/rooms/room_actor.hpp"
#include "server/rooms/room_registry.hpp"
#include "server/runtime/sweep.hpp"
#include "server/session/address_rate.hpp"

#include <atomic>
#include <boost/unordered/unordered_flat_map.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tefuda::server {

/// Rooms by their codes. Owns none of them. Not thread-safe.
class WeakRooms {
public:
    /// Null where it is not among them, or has ended here.
    std::shared_ptr<RoomActor> find(std::string const& code) const {
        auto const found = rooms.find(code);
        auto room = found == rooms.end() ? nullptr : found->second.lock();
        return room && !room->is_lost() ? room : nullptr;
    }

    boost::unordered_flat_map<std::string, std::weak_ptr<RoomActor>> rooms;
};

/// A client finds the rooms in which it takes part, and those that it has made. Any other code is a guess until it
/// turns out right, and guesses have a limit: a rate of the client's own, and one that it shares with its address. A
/// guess is counted before anybody looks whether it is right, and discounted when it is: else the answers to many at
/// once would tell which are right. Owns no room. Not thread-safe but for `places`.
class RoomFinder {
public:
    using TimePoint = std::chrono::steady_clock::time_point;

    /// \param shared_guesses of all addresses
    /// \param address of the client; must outlive this object, like the others
    RoomFinder(RoomRegistry& rooms, Rate guesses, AddressRate& shared_guesses, std::string const& address)
        : rooms_(rooms), guesses_(guesses), shared_guesses_(shared_guesses), address_(address) {}

    struct Route {
        std::shared_ptr<RoomActor> room; ///< null: not in memory, but perhaps in the store
        /// Without a room: the answer where it can't be woken, if the client guesses too much.
        std::optional<Rejection> refused{};
    };
    /// \param code of the room that the message is for
    OrRejection<Route> find(std::string const& code, RoomMessage const& message, TimePoint now);
    void count_wrong_token(TimePoint now) { take_guess(now); }

    /// For a room that a message names besides: whether its code is a guess.
    bool is_guess(std::string const& code) const { return !places_.find(code) && !made_.find(code); }
    /// Counts a guess, or says how it is refused where the client guesses too much.
    OrRejection<> count_guess(TimePoint now);
    /// One that was counted was right.
    void discount_guess();

    void set_takes_part(std::string const& room, bool takes_part);
    bool takes_part(std::string const& code) const { return places_.find(code) != nullptr; }
    /// In how many rooms the client has a seat or watches; from any thread.
    int places() const { return place_count_; }
    /// Leaves all. \returns those that have not ended
    std::vector<std::shared_ptr<RoomActor>> leave_all();

    /// The client has made this room.
    void add_made(std::string const& room);
    /// Whether it has made fewer rooms than that in which no match has ended. Looks at all of them only where many have
    /// come since it did so last: below the limit a constant time for each room on average.
    bool has_made_fewer_than(int most);

private:
    std::optional<std::chrono::milliseconds> take_guess(TimePoint now);

    RoomRegistry& rooms_;
    TokenBucket guesses_;
    AddressRate& shared_guesses_;
    std::string const& address_;
    WeakRooms places_;
    std::atomic<int> place_count_ = 0;
    WeakRooms made_; ///< in which no match has ended
    Sweep made_sweep_{64};
};

} // namespace tefuda::server
