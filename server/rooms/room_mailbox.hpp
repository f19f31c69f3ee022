// The commands that wait for a room.
#pragma once

#include "server/rooms/room_commands.hpp"

#include <atomic>
#include <cstddef>
#include <list>
#include <utility>

namespace tefuda::server {

/// Used on the room's executor, but for the count of requests.
class RoomMailbox {
public:
    /// How many messages of clients may wait.
    static constexpr std::size_t capacity = 1000;

    /// On any thread.
    bool is_full() const { return requests_ >= capacity; }
    /// A request is on its way from another thread: it counts until it is there. On any thread.
    void expect_request() { ++requests_; }
    void end_expectation() { --requests_; }

    bool empty() const { return commands_.empty(); }
    bool begins_with_read() const { return !empty() && std::holds_alternative<RoomRead>(commands_.front()); }
    /// \throws std::bad_alloc and has not moved from the command
    void push(RoomCommand&& command) {
        auto const is_request = std::holds_alternative<RoomRequest>(command);
        commands_.push_back(std::move(command));
        requests_ += is_request ? 1 : 0;
    }
    /// Before everything that waits.
    void put_first(std::list<RoomCommand>&& requests) {
        requests_ += requests.size();
        commands_.splice(commands_.begin(), std::move(requests));
    }
    /// \param carry_out gets the first command, which stays where that throws and has not moved from it
    template <class CarryOut>
    void pop(CarryOut const& carry_out) {
        auto const is_request = std::holds_alternative<RoomRequest>(commands_.front());
        carry_out(std::move(commands_.front()));
        commands_.pop_front();
        requests_ -= is_request ? 1 : 0;
    }

private:
    std::list<RoomCommand> commands_;
    std::atomic<std::size_t> requests_ = 0;
};

} // namespace tefuda::server
