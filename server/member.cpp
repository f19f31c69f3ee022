#include "server/member.hpp"

namespace tefuda::server {

void Member::take(Task task) {
    std::unique_lock lock(mutex_);
    tasks_.push_back(std::move(task));
    run_ready(lock);
}

void Member::settled() {
    std::unique_lock lock(mutex_);
    --unanswered_;
    run_ready(lock);
}

/// One thread at a time runs tasks, without the lock: a task may end up here again.
void Member::run_ready(std::unique_lock<std::mutex>& lock) {
    if (running_) return;
    running_ = true;
    while (!tasks_.empty() && (tasks_.front().at_once || unanswered_ == 0)) {
        auto const task = std::move(tasks_.front());
        tasks_.pop_front();
        if (task.answered_later) ++unanswered_;
        lock.unlock();
        task.run();
        lock.lock();
    }
    running_ = false;
}

std::size_t Member::waiting() const {
    std::lock_guard const lock(mutex_);
    return tasks_.size();
}

void Member::note_room(std::string const& code, std::shared_ptr<RoomActor> const& room) {
    std::lock_guard const lock(mutex_);
    rooms_[code] = room;
}

std::vector<std::shared_ptr<RoomActor>> Member::rooms() const {
    std::lock_guard const lock(mutex_);
    std::vector<std::shared_ptr<RoomActor>> rooms;
    for (auto const& [code, room] : rooms_)
        if (auto const alive = room.lock()) rooms.push_back(alive);
    return rooms;
}

} // namespace tefuda::server
