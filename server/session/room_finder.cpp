#include "server/session/room_finder.hpp"

#include "server/room/rejections.hpp"
#include "server/session/message_limits.hpp"

#include <utility>

namespace tefuda::server {

RoomFinder::Route RoomFinder::find(std::string const& code, ClientMessage const& message, TimePoint now) {
    if (auto room = places_.find(code)) return room;
    if (auto room = made_.find(code)) return room;
    auto refused = count_guess(message, now);
    // Only the room knows a right token.
    if (refused && refused->code != ErrorCode::bad_token) return std::move(*refused);
    auto found = rooms_.look_up(code);
    if (found.is_asleep) return Asleep{std::move(refused)};
    if (!found.room) return refused ? std::move(*refused) : no_such_room();
    if (!refused) guesses_.give_back();
    return std::move(found.room);
}

void RoomFinder::note_woken(Asleep const& asleep) {
    if (!asleep.refused) guesses_.give_back();
}

/// Counts a code as a guess.
/// \returns how every guess of a client is refused that guesses too much, whether there is such a room or not: with a
/// token, as the room refuses a wrong one
std::optional<Rejection> RoomFinder::count_guess(ClientMessage const& message, TimePoint now) {
    auto const wait = guesses_.take(now);
    if (!wait) return std::nullopt;
    auto refusal = rate_limited(Limit::guesses, address_, *wait);
    if (!std::holds_alternative<Resume>(message)) return refusal;
    return Rejection{ErrorCode::bad_token, "This token opens no seat of this room."};
}

std::optional<Rejection> RoomFinder::count_guess(TimePoint now) {
    auto const wait = guesses_.take(now);
    return wait ? std::optional(rate_limited(Limit::guesses, address_, *wait)) : std::nullopt;
}

void RoomFinder::set_takes_part(std::string const& room, bool takes_part) {
    if (takes_part)
        places_.add(room, rooms_.find(room));
    else
        places_.remove(room);
}

void RoomFinder::note_made(std::string const& room) {
    if (auto const made = rooms_.find(room)) made_.add(made);
}

} // namespace tefuda::server
