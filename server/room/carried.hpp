// What was carried out in a room, and what is still to come of it.
#pragma once

#include "protocol/client_message.hpp"
#include "server/room/effects.hpp"

#include <boost/container/small_vector.hpp>

#include <functional>
#include <optional>

namespace tefuda::server {

class Room;

/// What a room does by itself.
using OwnCommand = std::function<Effects(Room& room, TimePoint now)>;

/// A command that was carried out, and whose effects are not let out yet.
struct Carried {
    /// \param carry_out gives the effects, which are not moved from where they come about
    template <class CarryOut>
    explicit Carried(CarryOut const& carry_out) : effects(carry_out()) {}

    Effects effects;
    /// To be done again where it can't be stored; else nothing.
    OwnCommand own;
    /// Who is to be answered; null where the command is the room's own.
    MemberPtr from;
    MessageId id;
    /// When the client's message had been read, if it was one.
    std::optional<TimePoint> read_at;
    /// Told on the room's executor when the command is done with.
    std::function<void(bool stored)> done;
};

/// Carried out together, and let out together when all of it is durable.
using CarriedUnit = boost::container::small_vector<Carried, 1>;

} // namespace tefuda::server
