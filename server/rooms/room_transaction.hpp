// The commands of a room that are stored as one.
#pragma once

#include "server/rooms/room_commands.hpp"
#include "server/store/journal_writer.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace tefuda::server {

/// A room's claim in the store.
struct ActorClaim {
    std::int64_t epoch = unclaimed;
    bool creates = false;     ///< the room is new: the store does not have it yet
    bool can_be_lost = false; ///< other servers may claim the room
};

/// Carries commands out in a room; all of them are committed, or the room is as it was before the first. Used on the
/// room's executor, but for `epoch` and `is_stored`.
class RoomTransaction {
public:
    /// \param journal null where none is kept
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
    std::size_t newest_bytes() const { return pending_.newest_bytes(); }

    /// The first command of a transaction begins it.
    /// \param ended the room carries out nothing any more
    /// \returns false where the command has failed: then nothing of the transaction can be committed
    /// \throws std::exception only where it has not taken the command
    bool carry_out(RoomCommand&& command, bool ended, TimePoint now);
    /// Whether the store has to take it before anything is published.
    bool must_be_stored(bool ended) const;
    /// Hands it to the journal. \returns false where the journal does not take it
    bool append(std::shared_ptr<CommitHandler> handler);
    /// \returns whether it is the first time
    bool note_stored() {
        is_new_ = false;
        return !std::exchange(has_held_, true);
    }
    /// What was carried out counts; readers may see it.
    void commit() { room_.commit_transaction(); }
    /// The room goes back. \throws std::exception where it can't
    void roll_back(TimePoint now) { room_.roll_back(now); }

    template <class Is>
    bool any(Is const& is) const {
        return pending_.any(is);
    }
    /// Ends it: calls `each` with every command, in order.
    template <class Each>
    void finish(Each const& each) {
        pending_.finish(each);
    }

private:
    Effects effects_of(RoomCommand const& command, bool ended, TimePoint now);

    Room& room_;
    JournalWriter* const journal_;
    std::int64_t const epoch_;
    bool const can_be_lost_;
    std::atomic<bool> is_new_;
    bool has_held_ = false;
    PendingCommands pending_;
};

} // namespace tefuda::server
