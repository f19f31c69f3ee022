#include "server/member.hpp"

#include "server/room/room_actor.hpp"

namespace tefuda::server {

Member::Member(std::shared_ptr<Client> client, Limits const& limits, Guesses& guesses)
    : client_(std::move(client)), most_parts_(static_cast<std::size_t>(limits.seats_a_connection)),
      guesses_(limits.guesses),
      guesses_of_address_(guesses), allowance_{TokenBucket(limits.messages), TokenBucket(limits.chat),
                                               TokenBucket(limits.refusals)} {}

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

void Member::note_part(std::string const& code, bool takes_part) {
    std::lock_guard const lock(mutex_);
    if (takes_part) {
        parts_.insert(code);
    } else {
        parts_.erase(code);
    }
}

std::shared_ptr<RoomActor> Member::part_in(std::string const& code) const {
    std::lock_guard const lock(mutex_);
    auto const room = parts_.contains(code) ? rooms_.find(code) : rooms_.end();
    return room == rooms_.end() ? nullptr : room->second.lock();
}

bool Member::may_take_part_in(std::string const& code) const {
    std::lock_guard const lock(mutex_);
    return parts_.contains(code) || parts_.size() < most_parts_;
}

void Member::note_made(std::shared_ptr<RoomActor> const& room) {
    std::lock_guard const lock(mutex_);
    made_.push_back(room);
}

int Member::made() const {
    std::lock_guard const lock(mutex_);
    std::erase_if(made_, [](auto const& made) {
        auto const room = made.lock();
        return !room || room->had_match();
    });
    return static_cast<int>(made_.size());
}

void Member::guessed_wrong(TokenBucket::TimePoint now) {
    guesses_of_address_.note_wrong(client_->address(), now);
    std::lock_guard const lock(mutex_);
    guesses_.take(now);
}

std::optional<std::chrono::milliseconds> Member::wait_for_guess(TokenBucket::TimePoint now) const {
    if (auto const wait = guesses_of_address_.wait(client_->address(), now)) return wait;
    std::lock_guard const lock(mutex_);
    if (guesses_.has_token(now)) return std::nullopt;
    return guesses_.wait();
}

} // namespace tefuda::server
