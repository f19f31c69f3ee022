// What a room is asked to do, and the commands that are stored as one.
#pragma once

#include "server/room/room.hpp"
#include "server/store/journal_writer.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
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

/// A room's claim in the store.
struct ActorClaim {
    std::int64_t epoch = unclaimed;
    bool creates = false;     ///< the room is new: the store does not have it yet
    bool can_be_lost = false; ///< other servers may claim the room
};

/// A step in a room's work whose failure must not stop the others: it is logged. \returns whether it succeeded
template <class Step>
bool attempt(std::string const& room, std::string_view what, Step const& step) {
    try {
        step();
        return true;
    } catch (std::exception const& problem) {
        spdlog::error("Room {} can't {}: {}", room, what, problem.what());
        return false;
    }
}

/// Carries commands out in a room; all of them are committed, or the room is as it was before the first. Used on the
/// room's executor, but for `epoch` and `is_stored`.
class RoomTransaction {
public:
    /// \param journal null where nothing at all is stored
    RoomTransaction(Room& room, JournalWriter* journal, ActorClaim const& claim)
        : room_(room), journal_(journal), epoch_(claim.epoch), can_be_lost_(claim.can_be_lost), is_new_(claim.creates) {
    }

    /// Of the claim.
    std::int64_t epoch() const { return epoch_; }
    /// Whether the store has the room.
    bool is_stored() const { return !is_new_; }
    /// Whether something was stored with this claim.
    bool has_held() const { return has_held_; }

    bool empty() const { return pending_.empty(); }
    /// How much the newest command sends to clients.
    std::size_t newest_bytes() const { return empty() ? 0 : pending_.back().effects.messages.bytes(); }

    /// The first command of a transaction begins it.
    /// \param ended the room carries out nothing any more
    /// \returns false where the command has failed: then nothing of the transaction can be committed
    /// \throws std::exception only where it has not taken the command
    bool carry_out(RoomCommand&& command, bool ended, TimePoint now);
    /// Whether the store has to take it before anything is published.
    bool must_be_stored(bool ended) const;
    /// Hands it to the journal. \returns false where the journal does not take it
    bool append(std::shared_ptr<CommitHandler> handler);
    /// The journal has stored it. \returns whether it is the first time
    bool mark_stored() {
        is_new_ = false;
        return !std::exchange(has_held_, true);
    }
    /// What was carried out counts; readers may see it.
    void commit() { room_.commit_transaction(); }
    /// The room goes back. \throws std::exception where it can't
    void roll_back(TimePoint now) { room_.roll_back(now); }

    /// Whether lists of rooms may show what it has changed.
    bool may_be_seen() const {
        return std::ranges::any_of(pending_, [](PendingCommand const& pending) {
            return pending.effects.acted.empty() || pending.effects.match_ended;
        });
    }
    /// Ends it: calls `each` with every command, in order.
    template <class Each>
    void finish(Each const& each) {
        for (auto& pending : pending_) each(pending);
        // Most rooms wait for somebody: they own no memory for this.
        std::vector<PendingCommand>().swap(pending_);
    }

private:
    Effects effects_of(RoomCommand const& command, bool ended, TimePoint now);

    Room& room_;
    JournalWriter* const journal_;
    std::int64_t const epoch_;
    bool const can_be_lost_;
    std::atomic<bool> is_new_;
    bool has_held_ = false;
    std::vector<PendingCommand> pending_;
};

} // namespace tefuda::server
