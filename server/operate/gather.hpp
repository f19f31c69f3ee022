// Waits for what rooms answer on their event loops. For the operator's thread alone: an event loop never waits.
#pragma once

#include "server/rooms/room_actor.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

namespace tefuda::server {

/// How long the operator waits for an answer of a room or a store.
inline constexpr std::chrono::seconds admin_patience(10);

/// One answer that comes from another thread, or never.
template <class Value>
class Awaited {
public:
    void set(Value value) {
        std::lock_guard const lock(mutex_);
        value_ = std::move(value);
        there_.notify_all();
    }
    /// \param stop nobody waits longer \returns nothing where none has come in time
    std::optional<Value> wait(std::stop_token const& stop) {
        std::unique_lock lock(mutex_);
        there_.wait_for(lock, stop, admin_patience, [this] { return value_.has_value(); });
        return value_;
    }

private:
    std::mutex mutex_;
    std::condition_variable_any there_;
    std::optional<Value> value_;
};

/// What each room that answers in time, and before it stops, says, in no order.
template <class Value>
std::vector<Value> gather(std::vector<std::shared_ptr<RoomActor>> const& rooms,
                          std::function<Value(Room const&)> const& read, std::stop_token const& stop) {
    struct Answers {
        std::mutex mutex;
        std::condition_variable_any all_there;
        std::vector<Value> values;
    };
    auto const answers = std::make_shared<Answers>();
    for (auto const& room : rooms)
        room->read([answers, read](Room const& it) {
            auto value = read(it);
            std::lock_guard const lock(answers->mutex);
            answers->values.push_back(std::move(value));
            answers->all_there.notify_all();
        });
    std::unique_lock lock(answers->mutex);
    answers->all_there.wait_for(lock, stop, admin_patience, [&] { return answers->values.size() >= rooms.size(); });
    return answers->values;
}

} // namespace tefuda::server
