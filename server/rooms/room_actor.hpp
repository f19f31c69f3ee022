// A room as other threads see it: they call it, and its worker does the work on the room's executor.
#pragma once

#include "server/rooms/room_age.hpp"
#include "server/rooms/room_owner.hpp"
#include "server/rooms/room_worker.hpp"
#include "server/runtime/executor.hpp"
#include "server/store/journal_writer.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace tefuda::server {

/// Thread-safe. To be made by std::make_shared.
class RoomActor final : public CommitHandler, public std::enable_shared_from_this<RoomActor> {
public:
    using Owner = RoomOwner;

    /// \param journal null where none is kept; must outlive the executors' tasks
    /// \param address who made or woke the room; empty: nobody
    RoomActor(Executor& executor, BotPool& bots, JournalWriter* journal, Owner& owner, Room room, ActorClaim claim = {},
              std::string address = {});

    std::string const& code() const { return code_; }
    std::string const& address() const { return address_; }
    Executor& executor() const override { return executor_; }
    /// Of the claim.
    std::int64_t epoch() const { return worker_.epoch(); }
    /// Whether the store has the room.
    bool is_stored() const { return worker_.is_stored(); }
    /// As of the last commit.
    Standing standing() const { return worker_.standing().now(); }
    /// Whether it is public and has not finished.
    bool is_open_to_public() const { return worker_.standing().is_open_to_public(); }
    /// Whether a match is on, and somebody is connected.
    bool is_played() const { return worker_.standing().is_played(); }
    /// Whether a match has ended here.
    bool had_match() const { return worker_.standing().had_match(); }
    /// Whether it has ended because another server has claimed it.
    bool is_lost() const { return worker_.is_lost(); }
    /// Whether something was stored with the room's claim. On its executor.
    bool has_held() const { return worker_.has_held(); }

    /// Starts the room. \param done told on its executor whether it could be stored
    void wake(std::function<void(bool stored)> done);

    /// Delivers a client's message; when the room has answered it calls `from->answered`. A full mailbox answers
    /// `unavailable`, and so does a store that can't take the changes: then nothing has changed.
    /// \throws std::exception where there is no memory for it: then `from->answered` is never called
    /// \param read_at when the message was read from its socket
    /// \param bytes its length there
    void deliver(ParticipantPtr from, MessageId id, RoomMessage&& message, TimePoint read_at, std::size_t bytes = 0);
    /// A join of this client has waited for this.
    void let_go_on(ParticipantPtr const& client, AbsentHost const& host);
    /// The client's connection is gone.
    void disconnect(ParticipantPtr client);
    /// Shows the room to a reader, on its executor, with committed state only.
    void read(std::function<void(Room const&)> reader);
    /// As Room::remove_player.
    void remove_player(std::string id);
    /// The operator's kick: as Room::kick. \param done told on its executor why not; nothing: it is done
    void kick(codec::WholeNumber seat, std::function<void(std::optional<std::string> refused)> done);
    /// The operator closes the room, which ends here. \param done told on its executor whether it could
    void close_for_good(std::string message, std::function<void(bool closed)> done);
    void set_intake(Intake intake);
    /// Another room needs the place: this one leaves the memory, for the store if a match was played in it.
    /// \param stays called on the room's executor if it does not, because it is in use again or can't be stored
    void evict(std::function<void()> stays);
    /// Checks whether it is time to leave the memory, or to be deleted.
    void check_age(RoomAges const& ages);
    /// Another server has claimed the room: its members are told, and it ends here. What waits is carried out no more.
    void lose();

    void committed(bool stored) override { worker_.committed(stored); }
    void claim_lost() override { worker_.claim_lost(); }

private:
    Executor& executor_;
    std::string const code_;
    std::string const address_;
    RoomWorker worker_;
};

} // namespace tefuda::server
