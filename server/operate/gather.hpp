// What rooms answer on their event loops, gathered. For the operator's thread alone.
#pragma once

#include "server/rooms/room_actor.hpp"
#include "server/runtime/awaited.hpp"

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace tefuda::server {

/// What each room that answers in time, and before it stops, says, in no order.
template <class Value>
std::vector<Value> gather(std::vector<std::shared_ptr<RoomActor>> const& rooms,
                          std::function<Value(Room const&)> const& read, std::stop_token const& stop) {
    auto const answers = std::make_shared<Answers<Value>>();
    for (auto const& room : rooms) room->read([answers, read](Room const& it) { answers->add(read(it)); });
    return answers->wait(rooms.size(), stop);
}

} // namespace tefuda::server
