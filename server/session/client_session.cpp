#include "server/session/client_session.hpp"

#include "server/room/room_actor.hpp"

#include <spdlog/spdlog.h>

#include <cstring>
#include <exception>
#include <utility>

namespace tefuda::server {

namespace {

/// Of a room's code, which has no more than eight characters. \returns 0 for what is longer: no room has that
std::uint64_t key_of(std::string_view code) {
    std::uint64_t key = 0;
    if (code.size() <= sizeof(key)) std::memcpy(&key, code.data(), code.size());
    return key;
}

} // namespace

ClientSession::ClientSession(std::shared_ptr<ClientConnection> client, Limits const& limits, Guesses& guesses)
    : client_(std::move(client)), most_parts_(static_cast<std::size_t>(limits.seats_a_connection)),
      guesses_(limits.guesses),
      guesses_of_address_(guesses), allowance_{TokenBucket(limits.messages), TokenBucket(limits.chat),
                                               TokenBucket(limits.refusals)} {}

void ClientSession::ask_room(std::shared_ptr<RoomActor> const& room, MessageId id, RoomMessage&& message, TimePoint read_at) {
    // Almost always nothing is before it: then it need not be kept.
    if (waiting_ == 0) {
        ++unanswered_;
        room->post(shared_from_this(), std::move(id), std::move(message), read_at);
        return;
    }
    // Tasks are copyable, a message is not.
    auto run = [weak = std::weak_ptr(room), id = std::move(id),
                kept = std::make_shared<RoomMessage>(std::move(message)), read_at](ClientSessionPtr const& self) {
        if (auto const alive = weak.lock())
            alive->post(self, id, std::move(*kept), read_at);
        else
            RoomActor::answer_gone(self, id);
    };
    take({true, std::move(run), true});
}

void ClientSession::take(Task task) {
    {
        std::lock_guard const lock(mutex_);
        tasks_.push_back(std::move(task));
        ++waiting_;
    }
    run_ready();
}

void ClientSession::settled() {
    // Either this sees the task that waits, or whoever adds one sees that everything is answered.
    if (--unanswered_ == 0 && waiting_ > 0) run_ready();
}

/// One thread at a time runs tasks, without the lock: a task may end up here again.
void ClientSession::run_ready() {
    auto const self = shared_from_this();
    std::unique_lock lock(mutex_);
    if (running_) return;
    running_ = true;
    while (!tasks_.empty() && (tasks_.front().at_once || unanswered_ == 0)) {
        auto const task = std::move(tasks_.front());
        if (task.answered_later) ++unanswered_;
        tasks_.pop_front();
        lock.unlock();
        try {
            task.run(self);
        } catch (std::exception const& problem) {
            spdlog::error("An answer failed: {}", problem.what());
            if (task.answered_later) --unanswered_;
        }
        // Not before: what comes now must not overtake it.
        --waiting_;
        lock.lock();
    }
    running_ = false;
}

void ClientSession::note_room(std::string_view code, std::shared_ptr<RoomActor> const& room) {
    std::lock_guard const lock(mutex_);
    // A room that is gone keeps its memory as long as anything refers to it.
    if (rooms_.size() == rooms_.max_load())
        boost::unordered::erase_if(rooms_, [](auto const& each) { return each.second.room.expired(); });
    rooms_[key_of(code)].room = room;
}

std::vector<std::shared_ptr<RoomActor>> ClientSession::rooms() const {
    std::lock_guard const lock(mutex_);
    std::vector<std::shared_ptr<RoomActor>> rooms;
    for (auto const& [key, place] : rooms_)
        if (auto const alive = place.room.lock()) rooms.push_back(alive);
    return rooms;
}

void ClientSession::note_part(std::string_view code, bool takes_part) {
    std::lock_guard const lock(mutex_);
    auto& place = rooms_[key_of(code)];
    if (takes_part) ++parts_;
    if (std::exchange(place.takes_part, takes_part)) --parts_;
}

std::shared_ptr<RoomActor> ClientSession::part_in(std::string_view code) const {
    std::lock_guard const lock(mutex_);
    auto const found = rooms_.find(key_of(code));
    return found == rooms_.end() || !found->second.takes_part ? nullptr : found->second.room.lock();
}

bool ClientSession::may_take_part_in(std::string_view code) const {
    std::lock_guard const lock(mutex_);
    auto const found = rooms_.find(key_of(code));
    return parts_ < most_parts_ || (found != rooms_.end() && found->second.takes_part);
}

void ClientSession::note_made(std::shared_ptr<RoomActor> const& room) {
    std::lock_guard const lock(mutex_);
    made_.push_back(room);
}

int ClientSession::made() const {
    std::lock_guard const lock(mutex_);
    std::erase_if(made_, [](auto const& made) {
        auto const room = made.lock();
        return !room || room->had_match();
    });
    return static_cast<int>(made_.size());
}

void ClientSession::guessed_wrong(TokenBucket::TimePoint now) {
    guesses_of_address_.note_wrong(client_->address(), now);
    std::lock_guard const lock(mutex_);
    guesses_.take(now);
}

std::optional<std::chrono::milliseconds> ClientSession::wait_for_guess(TokenBucket::TimePoint now) const {
    if (auto const wait = guesses_of_address_.wait(client_->address(), now)) return wait;
    std::lock_guard const lock(mutex_);
    if (guesses_.has_token(now)) return std::nullopt;
    return guesses_.wait();
}

} // namespace tefuda::server
