#include "server/room/commit_queue.hpp"

#include "server/room/room_actor.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace tefuda::server {

void CommitQueue::begun(std::shared_ptr<RoomActor> room) {
    // Comes behind whatever is ready to run by now.
    if (begun_.empty()) executor().post([self = shared_from_this()] { self->end_turn(); });
    begun_.push_back(std::move(room));
}

void CommitQueue::end_turn() {
    auto const rooms = std::exchange(begun_, {});
    try {
        if (hand_over(rooms)) return;
    } catch (std::exception const& problem) {
        spdlog::error("The journal can't be given {} unit(s): {}", rooms.size(), problem.what());
    }
    for (auto const& room : rooms) tell(*room, false);
}

bool CommitQueue::hand_over(Rooms const& rooms) {
    units_.clear();
    for (auto const& room : rooms) room->end_unit(units_);
    // Before the journal knows of the units: what fails then has done nothing.
    auto const size = waiting_.size() + rooms.size();
    if (size > waiting_.capacity()) waiting_.set_capacity(std::max(size, 2 * waiting_.capacity()));
    if (!journal_.append(units_, rooms.size(), shared_from_this())) return false;
    waiting_.insert(waiting_.end(), rooms.begin(), rooms.end());
    return true;
}

void CommitQueue::fetch_next() const {
    // Each step reads where the one before it, some rooms ago, had something come from.
    constexpr std::size_t far = 9, nearer = 6, near = 3;
    if (waiting_.size() > far) waiting_[far]->fetch();
    if (waiting_.size() > nearer) waiting_[nearer]->fetch_match();
    if (waiting_.size() > near) waiting_[near]->fetch_rest();
}

void CommitQueue::committed(std::size_t count, bool stored) {
    for (; count > 0; --count) {
        fetch_next();
        auto const room = std::move(waiting_.front());
        waiting_.pop_front();
        tell(*room, stored);
    }
}

void CommitQueue::tell(RoomActor& room, bool stored) {
    try {
        room.committed(stored);
    } catch (std::exception const& problem) {
        spdlog::error("What follows from a commit failed: {}", problem.what());
    }
}

} // namespace tefuda::server
