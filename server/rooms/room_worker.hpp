// A room at work: commands become transactions, which are stored and published. Where a journal is kept, nothing leaves
// the room before the changes behind it are durable.
#pragma once

#include "server/rooms/actor_state.hpp"
#include "server/rooms/held_joins.hpp"
#include "server/rooms/retry_queue.hpp"
#include "server/rooms/room_age.hpp"
#include "server/rooms/room_bots.hpp"
#include "server/rooms/room_commands.hpp"
#include "server/rooms/room_load.hpp"
#include "server/rooms/room_mailbox.hpp"
#include "server/rooms/room_owner.hpp"
#include "server/rooms/room_publisher.hpp"
#include "server/rooms/room_timer.hpp"
#include "server/rooms/room_transaction.hpp"
#include "server/runtime/executor.hpp"
#include "server/store/journal_writer.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace tefuda::server {

/// Used on the room's executor, but for what is said to be for any thread.
class RoomWorker {
public:
    /// \param actor owns this object, and knows the room's code, address and executor
    RoomWorker(RoomActor& actor, BotPool& bots, JournalWriter* journal, RoomOwner& owner, Room room,
               ActorClaim const& claim);

    // As RoomActor; from any thread.
    std::int64_t epoch() const { return transaction_.epoch(); }
    bool is_stored() const { return transaction_.is_stored(); }
    RoomStanding const& standing() const { return publisher_.standing(); }
    bool is_lost() const { return state_.is_moved(); }
    /// On the executor.
    bool has_held() const { return transaction_.has_held(); }
    /// For requests that are on their way here.
    RoomMailbox& mailbox() { return mailbox_; }

    /// \throws std::exception only where it has not taken the command
    void enqueue(RoomCommand&& command);
    void let_go_on(ParticipantPtr const& client, std::shared_ptr<AbsentHost const> const& host);
    void set_intake(Intake intake) { room_.set_intake(intake); }
    void close_for_good(std::string const& message, std::function<void(bool closed)> done);
    void evict(std::function<void()> stays);
    void check_age(RoomAges const& ages);
    void lose();

    // As CommitHandler.
    void committed(bool stored);
    void claim_lost();

private:
    Executor& executor() const;
    std::string const& code() const;
    std::weak_ptr<RoomWorker> weak();

    bool is_idle() const { return state_.is(ActorState::idle) && mailbox_.empty() && held_.empty(); }
    void work();
    template <class Work>
    void in_turn(ActorEvent event, Work const& work);
    void end_turn();
    void carry_out_mailbox();
    void carry_out(RoomCommand&& command);

    void close_transaction();
    void publish_transaction();
    void publish(PendingCommand& pending);
    void reject(std::string_view reason);
    void refuse(PendingCommand& pending, std::string_view reason);
    bool roll_back();
    void rest();

    void unload(Departure departure, std::function<void()> stays = {});
    void end_as_failed();
    void end_as_lost();

    void ask_bots(Effects& effects);
    RoomBots::Submit submitter();
    void retry(RoomTask task);
    void arm_timer();

    RoomActor& actor_;
    JournalWriter* const journal_;
    RoomOwner& owner_;
    Room room_;
    ActorStateMachine state_;
    RoomMailbox mailbox_;
    HeldJoins held_;
    RoomTransaction transaction_;
    RoomPublisher publisher_;
    RoomLoad load_; ///< since it rested
    RoomBots bots_;
    RoomTimer timer_;
    RetryQueue<RoomTask> retries_;
};

} // namespace tefuda::server
