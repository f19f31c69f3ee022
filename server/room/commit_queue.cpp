#include "server/room/commit_queue.hpp"

#include "protocol/fetch.hpp"
#include "server/room/room_actor.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace tefuda::server {

void CommitQueue::Waiting::fetch() const {
    tefuda::fetch(room.get(), sizeof(*room));
    tefuda::fetch(unit.data(), sizeof(unit.front()));
}

bool CommitQueue::append(std::shared_ptr<RoomActor> room, Changes const& changes, CarriedUnit&& unit) {
    constexpr std::size_t least = 16;
    // Before the journal knows of the unit: what fails then has done nothing.
    if (waiting_.full()) waiting_.set_capacity(std::max(least, 2 * waiting_.capacity()));
    if (!journal_.append(room->code(), changes, shared_from_this())) return false;
    waiting_.push_back({std::move(room), std::move(unit)});
    return true;
}

void CommitQueue::fetch_next() const {
    // Each step reads where the one before it, some units ago, had something come from.
    constexpr std::size_t far = 9, nearer = 6, near = 3;
    if (waiting_.size() > far) waiting_[far].fetch();
    if (waiting_.size() > nearer) waiting_[nearer].room->fetch_match();
    if (waiting_.size() > near) waiting_[near].room->fetch_texts();
}

void CommitQueue::committed(std::size_t count, bool stored) {
    for (; count > 0; --count) {
        fetch_next();
        // What comes of it may be another unit.
        auto [room, unit] = std::move(waiting_.front());
        waiting_.pop_front();
        try {
            room->committed(unit, stored);
        } catch (std::exception const& problem) {
            spdlog::error("What follows from a commit failed: {}", problem.what());
        }
    }
}

} // namespace tefuda::server
