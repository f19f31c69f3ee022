#include "server/session/room_finder.hpp"

#include "server/room/rejections.hpp"
#include "server/session/message_limits.hpp"

#include <utility>

namespace tefuda::server {

OrRejection<RoomFinder::Route> RoomFinder::find(std::string const& code, RoomMessage const& message, TimePoint now) {
    if (auto room = places_.find(code)) return Route{std::move(room)};
    if (auto room = made_.find(code)) return Route{std::move(room)};
    std::optional<Rejection> refused;
    if (auto const counted = count_guess(now); !counted) {
        // Only the room knows a right token: each guess is refused as a wrong one, whether there is such a room or not.
        if (!std::holds_alternative<Resume>(message)) return counted.error();
        refused = Rejection{ErrorCode::bad_token, "This token opens no seat of this room."};
    }
    auto found = rooms_.look_up(code);
    if (found.is_asleep) return Route{nullptr, std::move(refused)};
    if (!found.room) return std::move(refused).value_or(no_such_room());
    if (!refused) discount_guess();
    return Route{std::move(found.room)};
}

OrRejection<> RoomFinder::count_guess(TimePoint now) {
    if (auto const wait = take_guess(now)) return rate_limited(Limit::guesses, address_, *wait);
    return {};
}

std::optional<std::chrono::milliseconds> RoomFinder::take_guess(TimePoint now) {
    if (!guesses_.take(now)) return guesses_.wait();
    auto const wait = shared_guesses_.take(address_, now);
    if (wait) guesses_.give_back();
    return wait;
}

void RoomFinder::discount_guess() {
    guesses_.give_back();
    shared_guesses_.give_back(address_);
}

void RoomFinder::set_takes_part(std::string const& room, bool takes_part) {
    if (takes_part)
        places_.rooms[room] = rooms_.find(room);
    else
        places_.rooms.erase(room);
    place_count_ = static_cast<int>(places_.rooms.size());
}

std::vector<std::shared_ptr<RoomActor>> RoomFinder::leave_all() {
    std::vector<std::shared_ptr<RoomActor>> all;
    for (auto const& [code, room] : places_.rooms)
        if (auto alive = room.lock()) all.push_back(std::move(alive));
    places_.rooms = {};
    place_count_ = 0;
    return all;
}

void RoomFinder::add_made(std::string const& room) {
    if (auto const made = rooms_.find(room)) made_.rooms[room] = made;
}

bool RoomFinder::has_made_fewer_than(int most) {
    auto const limit = static_cast<std::size_t>(most);
    auto& made = made_.rooms;
    if (made.size() < limit && !made_sweep_.is_due(made.size())) return true;
    made_sweep_.sweep(made, [](auto const& each) {
        auto const room = each.second.lock();
        return !room || room->standing().had_match();
    });
    return made.size() < limit;
}

} // namespace tefuda::server
