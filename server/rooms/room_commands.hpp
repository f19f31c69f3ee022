// What a room is asked to do, one command after the other.
#pragma once

#include "server/room/room.hpp"

#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace tefuda::server {

/// A client's message.
struct RoomRequest {
    ParticipantPtr from;
    MessageId id;
    RoomMessage message;
    TimePoint read_at;     ///< from its socket
    std::size_t bytes = 0; ///< its length there
    /// What was asked for before it can be carried out; null: nothing.
    std::shared_ptr<AbsentHost const> absent_host{};
};

/// A command of the room's own.
struct RoomTask {
    std::function<Effects(Room& room, TimePoint now)> run;
    /// Told when the command is stored or refused. Empty: a command that could not be stored is tried again.
    std::function<void(bool stored)> done;
    /// How often it has thrown.
    int failures = 0;
};

/// Shows the room to a reader, with committed state only.
struct RoomRead {
    std::function<void(Room const&)> reader;
};

using RoomCommand = std::variant<RoomRequest, RoomTask, RoomRead>;

/// A command that was carried out and whose effects are not published yet.
struct PendingCommand {
    RoomCommand command;
    Effects effects;
};

/// The commands of one transaction. Without any it owns no memory, because most rooms wait for somebody.
class PendingCommands {
public:
    bool empty() const { return commands_.empty(); }
    PendingCommand& add(RoomCommand&& command) { return commands_.emplace_back(std::move(command), Effects()); }
    /// How much the newest one sends to clients.
    std::size_t newest_bytes() const { return empty() ? 0 : commands_.back().effects.messages.bytes(); }
    template <class Is>
    bool any(Is const& is) const {
        for (auto const& pending : commands_)
            if (is(pending)) return true;
        return false;
    }
    /// All changes, in order; they are moved out.
    std::vector<Change> remove_changes() {
        std::vector<Change> changes;
        for (auto& pending : commands_) {
            auto& more = pending.effects.changes;
            if (changes.empty())
                changes = std::move(more);
            else
                std::ranges::move(more, std::back_inserter(changes));
        }
        return changes;
    }
    /// Calls `each` with every command, then forgets them.
    template <class Each>
    void finish(Each const& each) {
        for (auto& pending : commands_) each(pending);
        std::vector<PendingCommand>().swap(commands_);
    }

private:
    std::vector<PendingCommand> commands_;
};

} // namespace tefuda::server
