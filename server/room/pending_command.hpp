// What was carried out in a room, and what is still to come of it.
#pragma once

#include "protocol/client_message.hpp"
#include "server/room/effects.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tefuda::server {

class Room;

/// What a room does by itself.
struct OwnCommand {
    std::function<Effects(Room& room, TimePoint now)> run;
    /// Told on the room's executor when the command is done with. Where it is empty, what can't be stored is tried
    /// again.
    std::function<void(bool stored)> done;
};

/// A command that was carried out, and whose effects are not let out yet.
struct PendingCommand {
    /// \param carry_out gives the effects, which are not moved from where they come about
    template <class CarryOut>
    explicit PendingCommand(CarryOut const& carry_out) : effects(carry_out()) {}

    Effects effects;
    /// Null where the command is a client's, or only reads.
    std::unique_ptr<OwnCommand> own;
    /// Who is to be answered; null where the command is the room's own.
    ClientSessionPtr from;
    MessageId id;
    /// When the client's message had been read, if it was one.
    std::optional<TimePoint> read_at;
};

/// PendingCommand out together, and let out together when all of it is durable.
using PendingCommands = std::vector<PendingCommand>;

} // namespace tefuda::server
