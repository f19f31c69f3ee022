// Finds the rooms that a client names.
#pragma once

#include "server/rooms/room_registry.hpp"
#include "server/session/client_rooms.hpp"
#include "server/session/guess_limit.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tefuda::server {

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
