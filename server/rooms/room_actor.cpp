#include "server/rooms/room_actor.hpp"

#include "server/metrics/metrics.hpp"
#include "server/room/rejections.hpp"

#include <cassert>

namespace tefuda::server {

RoomActor::RoomActor(Executor& executor, BotPool& bots, JournalWriter* journal, RoomOwner& owner, Room room,
                     ActorClaim claim, std::string address)
    : executor_(executor), owner_(owner), code_(room.state().setting.code), address_(std::move(address)),
      room_(std::move(room)), transaction_(room_, journal, claim),
      publisher_(room_, owner, bots, address_, claim.epoch, room_.is_stored()) {}

// Called from any thread.

void RoomActor::deliver(ParticipantPtr from, MessageId id, RoomMessage&& message, TimePoint read_at,
                        std::size_t bytes) {
    RoomRequest request{std::move(from), std::move(id), std::move(message), read_at, bytes};
    if (requests_ >= mailbox_capacity) {
        metrics().limits_hit[Limit::mailbox].add();
        return answer_unavailable(request, "This room is busy: try again.");
    }
    if (executor_.here()) return enqueue(std::move(request));
    Executor::Task task = [self = shared_from_this(), request = std::move(request)]() mutable {
        --self->requests_;
        RoomCommand command(std::move(request));
        try {
            self->enqueue(std::move(command));
        } catch (std::exception const& problem) {
            spdlog::error("Room {} can't take a message: {}", self->code_, problem.what());
            answer_unavailable(std::get<RoomRequest>(command), can_not_now);
        }
    };
    ++requests_;
    try {
        executor_.post(std::move(task));
    } catch (...) {
        --requests_;
        throw;
    }
}

void RoomActor::close_for_good(std::string message, std::function<void(bool closed)> done) {
    auto run = [message = std::move(message)](Room& room, TimePoint now) { return room.close_for_good(message, now); };
    submit(RoomTask{std::move(run),
                    [this, done = std::move(done)](bool committed) { done(committed && end_if_closed()); }});
}

void RoomActor::close_undone(int match) {
    auto run = [match](Room& room, TimePoint now) {
        constexpr auto message = "This match goes on in another room, from a moment before.";
        return room.is_being_played(match) ? room.close_for_good(message, now) : Effects();
    };
    submit(RoomTask{std::move(run), [this, match](bool committed) {
                        auto again = [weak = weak_from_this(), match](RoomTask const&) {
                            if (auto const self = weak.lock()) self->close_undone(match);
                        };
                        if (committed)
                            end_if_closed();
                        else if (!has_ended())
                            retries_.add(executor_, {}, std::move(again));
                    }});
}

void RoomActor::evict(std::function<void()> stays) {
    executor_.dispatch([self = shared_from_this(), this, stays = std::move(stays)]() mutable {
        if (has_ended()) return;
        auto const standing = standing_of(room_, room_.is_stored());
        if (!is_idle() || standing == Standing::in_use) return stays();
        unload(standing == Standing::at_rest ? Departure::unload : Departure::remove, std::move(stays));
    });
}

void RoomActor::check_age(RoomAges const& ages) {
    executor_.dispatch([self = shared_from_this(), this, ages] {
        auto const since = standing().empty_since();
        if (!is_idle() || !since) return;
        if (auto const departure = departure_of(room_, room_.is_stored(), executor_.now() - *since, ages))
            unload(*departure);
    });
}

// Commands.

/// \throws std::exception only where it has not taken the command
void RoomActor::enqueue(RoomCommand&& command) {
    if (activity_ == Activity::idle && mailbox_.empty()) {
        in_turn([&] {
            carry_out(std::move(command));
            close_transaction();
        });
    } else {
        auto const is_request = std::holds_alternative<RoomRequest>(command);
        mailbox_.push_back(std::move(command));
        requests_ += is_request ? 1 : 0;
    }
    work();
}

/// Carries out the mailbox, everything in it as one transaction, until a commit has to be waited for. A reader ends the
/// transaction before it: it must see committed state only.
void RoomActor::work() {
    if (activity_ != Activity::idle || mailbox_.empty()) return;
    auto const carry_out_all = [&] {
        while (activity_ == Activity::working && !mailbox_.empty()) {
            carry_out_mailbox();
            close_transaction();
            if (life_ == Life::losing) end_as_lost();
        }
    };
    // Those who wait may say nothing more that would have it go on later.
    attempt(code_, "go on", [&] {
        until_there_is_memory([&] {
            if (activity_ == Activity::idle) in_turn(carry_out_all);
        });
    });
}

/// A command that comes while the room is at work, also one that an answer causes at once, waits.
template <class Work>
void RoomActor::in_turn(Work const& work) {
    assert(activity_ != Activity::working);
    auto const end_turn = [this] {
        if (life_ == Life::losing) attempt(code_, "tell that it has moved", [&] { end_as_lost(); });
        if (activity_ == Activity::working) activity_ = Activity::idle;
    };
    activity_ = Activity::working;
    try {
        work();
    } catch (...) {
        end_turn();
        throw;
    }
    end_turn();
}

/// \pre the mailbox is not empty
/// \throws std::exception only where it has carried out nothing
void RoomActor::carry_out_mailbox() {
    std::size_t written = 0;
    do {
        auto const is_request = std::holds_alternative<RoomRequest>(mailbox_.front());
        try {
            carry_out(std::move(mailbox_.front()));
        } catch (std::exception const&) {
            if (transaction_.empty()) throw;
            // It stays in the mailbox, for the next transaction.
            return;
        }
        mailbox_.pop_front();
        requests_ -= is_request ? 1 : 0;
        written += transaction_.newest_bytes();
    } while (!mailbox_.empty() && written < max_written && worked_ < max_worked &&
             !std::holds_alternative<RoomRead>(mailbox_.front()));
}

/// \throws std::exception only where it has not taken the command
void RoomActor::carry_out(RoomCommand&& command) {
    auto const begun = executor_.now();
    if (!transaction_.carry_out(std::move(command), has_ended(), begun)) return reject(can_not_now);
    worked_ += executor_.now() - begun;
}

// Transactions.

/// Hands the transaction to the journal, or publishes it where nothing is to be stored.
void RoomActor::close_transaction() {
    if (!transaction_.must_be_stored(has_ended()))
        publish_transaction();
    else if (transaction_.append(shared_from_this()))
        activity_ = Activity::committing;
    else
        reject(can_not_store);
    arm_timer();
}

void RoomActor::committed(bool stored) {
    if (stored && transaction_.mark_stored()) attempt(code_, "note its claim", [&] { owner_.claim_held(*this); });
    in_turn([&] {
        if (stored) return publish_transaction();
        reject(can_not_store);
        arm_timer();
    });
    work();
}

void RoomActor::claim_lost() {
    in_turn([&] {
        // Members are told as of the last commit.
        attempt(code_, "go back to its last state", [&] { transaction_.roll_back(executor_.now()); });
        attempt(code_, "tell that it has moved", [&] { end_as_lost(); });
        transaction_.finish([&](PendingCommand& pending) { refuse(pending, {}); });
        arm_timer();
    });
    work();
}

/// Takes the whole transaction back: nothing has happened. A room that can't go back is not what the store has: it
/// leaves the memory, and is taken up from the store again. Without a store it is lost.
void RoomActor::reject(std::string_view reason) {
    auto const is_back =
        attempt(code_, "go back to its last state", [&] { transaction_.roll_back(executor_.now()); }) || has_ended();
    if (!is_back) life_ = Life::gone;
    transaction_.finish([&](PendingCommand& pending) { refuse(pending, reason); });
    if (is_back) return;
    attempt(code_, "be taken up again", [&] { owner_.renew(code_, room_.is_stored() && transaction_.is_stored()); });
    tell_failed(room_);
}

/// Clients are told; tasks of the room's own are tried again, but where the room is another server's now.
void RoomActor::refuse(PendingCommand& pending, std::string_view reason) {
    attempt(code_, "refuse a command", [&] {
        auto* task = std::get_if<RoomTask>(&pending.command);
        if (auto* request = std::get_if<RoomRequest>(&pending.command); request && is_lost())
            refuse_as_moved(std::move(*request));
        else if (request)
            answer_unavailable(*request, reason);
        else if (task && task->done)
            task->done(false);
        else if (task && !has_ended())
            retries_.add(executor_, std::move(*task), enqueuer());
    });
}

// Publishing.

void RoomActor::publish_transaction() {
    transaction_.commit();
    // Before any answer: a client that asks for the list then finds what it was told.
    if (!has_ended() && transaction_.may_be_seen()) publisher_.update_listing(executor_.now());
    transaction_.finish([&](PendingCommand& pending) {
        attempt(code_, "publish", [&] { publish(pending); });
        // Also after a failure: else none of the client's later messages would be answered.
        if (auto const* request = std::get_if<RoomRequest>(&pending.command); request && !is_lost())
            attempt(code_, "answer", [&] { request->from->answered(request->bytes); });
    });
    auto const is_enough = written_ >= max_written || worked_ >= max_worked;
    if (is_enough && activity_ == Activity::working && life_ == Life::here) attempt(code_, "rest", [&] { rest(); });
}

void RoomActor::publish(PendingCommand& pending) {
    written_ += pending.effects.messages.bytes();
    auto* request = std::get_if<RoomRequest>(&pending.command);
    if (request && is_lost()) return refuse_as_moved(std::move(*request));
    if (request && has_ended()) return refuse_as_gone(*request);
    // What is stored is told.
    auto const submit = until_there_is_memory([this] { return submitter(); });
    publisher_.publish(pending, executor_.now(), submit);
    if (auto const* task = std::get_if<RoomTask>(&pending.command); task && task->done) task->done(true);
}

/// Else a few clients who make a room write or work much would keep all others of its event loop waiting, and what
/// waits on its way to other event loops would have no bound.
void RoomActor::rest() {
    written_ = 0;
    worked_ = {};
    owner_.after_all_loops(executor_, [weak = weak_from_this()] {
        auto const self = weak.lock();
        if (!self) return;
        self->activity_ = Activity::idle;
        self->work();
    });
    activity_ = Activity::resting;
}

// The end of the room here.

void RoomActor::unload(Departure departure, std::function<void()> stays) {
    auto const stored = departure == Departure::unload;
    auto run = [this, stored](Room const& room, TimePoint) {
        Effects effects;
        if (room.is_stored()) effects.changes = stored ? room.checkpoint() : std::vector<Change>{RoomRemoved()};
        return effects;
    };
    auto done = [this, stored, stays = std::move(stays)](bool committed) {
        if (has_ended()) return;
        if (committed) return end(stored);
        // The room stays as it was.
        if (stays) stays();
    };
    enqueue(RoomTask{std::move(run), std::move(done)});
}

void RoomActor::end_as_lost() {
    life_ = Life::moved;
    // First of all: a client that comes back must not find it.
    attempt(code_, "be forgotten", [&] { owner_.lose(*this); });
    tell_moved(room_);
}

// Later.

RoomPublisher::Submit RoomActor::submitter() {
    return [weak = weak_from_this()](RoomTask task) {
        auto const self = weak.lock();
        if (self)
            self->executor_.post([self, task = std::move(task)]() mutable { self->enqueue_own(std::move(task)); });
        return self != nullptr;
    };
}

void RoomActor::arm_timer() {
    auto const due = has_ended() ? std::nullopt : room_.next_check();
    if (timer_.is_set_for(due)) return;
    auto const check = [enqueue = enqueuer()] {
        enqueue({[](Room& room, TimePoint now) { return room.check_clock(now); }, {}});
    };
    // Where nobody says anything, it is all that the match waits for.
    attempt(code_, "set its timer", [&] { until_there_is_memory([&] { timer_.set(executor_, due, check); }); });
}

} // namespace tefuda::server
