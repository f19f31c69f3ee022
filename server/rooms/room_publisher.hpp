// What leaves a room once a transaction is committed.
#pragma once

#include "server/rooms/room_age.hpp"
#include "server/rooms/room_commands.hpp"
#include "server/rooms/room_owner.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace tefuda::server {

/// Sends answers and messages, counts actions, and keeps what is seen of the room from outside up to date. Used on the
/// room's executor, but for `standing`.
class RoomPublisher {
public:
    /// \param address who made or woke the room; empty: nobody
    /// \param stored whether a journal keeps the room
    RoomPublisher(Room const& room, RoomOwner& owner, std::string address, std::int64_t epoch, bool stored)
        : room_(room), owner_(owner), payer_(std::move(address)), epoch_(epoch), standing_(room, stored) {}

    /// Who pays for what bots do: whose message began the match; before that, who made or woke the room. Empty: nobody.
    std::string const& payer() const { return payer_; }

    RoomStanding const& standing() const { return standing_; }

    /// Updates what is seen of the room from outside.
    void update_listing(TimePoint now);
    /// What a command that was carried out causes, but for what it asks the bots.
    void publish(PendingCommand& pending, TimePoint now);

private:
    void charge_own_action(bool match_ended);

    Room const& room_;
    RoomOwner& owner_;
    std::string payer_;
    std::int64_t const epoch_;
    RoomStanding standing_;
    int listed_version_ = -1;
    /// Actions that the room has made by itself and nobody was charged for yet.
    int uncharged_ = 0;
};

} // namespace tefuda::server
