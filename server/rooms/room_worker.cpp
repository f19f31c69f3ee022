#include "server/rooms/room_worker.hpp"

#include "server/room/rejections.hpp"
#include "server/rooms/attempt.hpp"
#include "server/rooms/room_actor.hpp"
#include "server/rooms/room_farewell.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <utility>

namespace tefuda::server {

RoomWorker::RoomWorker(RoomActor& actor, BotPool& bots, JournalWriter* journal, RoomOwner& owner, Room room,
                       ActorClaim const& claim)
    : actor_(actor), journal_(journal), owner_(owner), room_(std::move(room)), transaction_(room_, journal, claim),
      publisher_(room_, owner, actor.address(), claim.epoch, journal != nullptr), bots_(bots) {}

Executor& RoomWorker::executor() const {
    return actor_.executor();
}

std::string const& RoomWorker::code() const {
    return actor_.code();
}

/// For what may come when the actor is gone.
std::weak_ptr<RoomWorker> RoomWorker::weak() {
    return std::shared_ptr<RoomWorker>(actor_.shared_from_this(), this);
}

// Commands.

void RoomWorker::enqueue(RoomCommand&& command) {
    if (state_.may_begin() && mailbox_.empty())
        in_turn(ActorEvent::begin, [&] {
            carry_out(std::move(command));
            close_transaction();
        });
    else
        mailbox_.push(std::move(command));
    work();
}

void RoomWorker::let_go_on(ParticipantPtr const& client, std::shared_ptr<AbsentHost const> const& host) {
    mailbox_.put_first(held_.release(client, host));
    work();
}

/// Carries out the mailbox, everything in it as one transaction, until a commit has to be waited for. A reader ends the
/// transaction before it: it must see committed state only.
void RoomWorker::work() {
    if (!state_.may_begin() || mailbox_.empty()) return;
    auto const carry_out_all = [&] {
        while (state_.may_go_on() && !mailbox_.empty()) {
            carry_out_mailbox();
            close_transaction();
            if (state_.is(ActorState::losing)) end_as_lost();
        }
    };
    // What waits is carried out with the next command where it can't go on now.
    attempt(code(), "go on now", [&] { in_turn(ActorEvent::begin, carry_out_all); });
}

/// A command that comes while the room is at work, also one that an answer causes at once, waits.
template <class Work>
void RoomWorker::in_turn(ActorEvent event, Work const& work) {
    state_.on(event);
    try {
        work();
    } catch (...) {
        end_turn();
        throw;
    }
    end_turn();
}

void RoomWorker::end_turn() {
    if (state_.is(ActorState::losing)) attempt(code(), "tell that it has moved", [&] { end_as_lost(); });
    state_.on(ActorEvent::finish);
}

/// \pre the mailbox is not empty
/// \throws std::exception only where it has carried out nothing
void RoomWorker::carry_out_mailbox() {
    std::size_t written = 0;
    do {
        try {
            mailbox_.pop([&](RoomCommand&& command) { carry_out(std::move(command)); });
        } catch (std::exception const&) {
            if (transaction_.empty()) throw;
            // It stays in the mailbox, for the next transaction.
            return;
        }
        written += transaction_.newest_bytes();
    } while (!mailbox_.empty() && written < RoomLoad::max_written && !load_.has_worked_long() &&
             !mailbox_.begins_with_read());
}

/// \throws std::exception only where it has not taken the command
void RoomWorker::carry_out(RoomCommand&& command) {
    auto* const request = std::get_if<RoomRequest>(&command);
    if (request && !state_.has_ended() && held_.take(*request, room_, actor_)) return;
    auto const begun = executor().now();
    if (!transaction_.carry_out(std::move(command), state_.has_ended(), begun)) return reject(can_not_now);
    load_.note_worked(executor().now() - begun);
}

// Transactions.

/// Hands the transaction to the journal, or publishes it where nothing is to be stored.
void RoomWorker::close_transaction() {
    if (!transaction_.must_be_stored(state_.has_ended()))
        publish_transaction();
    else if (transaction_.append(actor_.shared_from_this()))
        state_.on(ActorEvent::append);
    else
        reject(can_not_store);
    arm_timer();
}

void RoomWorker::committed(bool stored) {
    if (stored && transaction_.note_stored()) owner_.note_held(actor_);
    in_turn(ActorEvent::committed, [&] {
        if (stored) return publish_transaction();
        reject(can_not_store);
        arm_timer();
    });
    work();
}

void RoomWorker::claim_lost() {
    in_turn(ActorEvent::committed, [&] {
        // Members are told as of the last commit.
        attempt(code(), "go back to its last state", [&] { transaction_.roll_back(executor().now()); });
        attempt(code(), "tell that it has moved", [&] { end_as_lost(); });
        transaction_.finish([&](PendingCommand& pending) { refuse(pending, {}); });
        arm_timer();
    });
    work();
}

/// Takes the whole transaction back: nothing has happened. A room that can't go back is not what the store has: it
/// leaves the memory, and is taken up from the store again. Without a store it is lost.
void RoomWorker::reject(std::string_view reason) {
    auto const failed = !roll_back();
    transaction_.finish([&](PendingCommand& pending) { refuse(pending, reason); });
    if (failed) attempt(code(), "end", [&] { end_as_failed(); });
}

/// \returns false where the room that was to go back ends here
bool RoomWorker::roll_back() {
    if (attempt(code(), "go back to its last state", [&] { transaction_.roll_back(executor().now()); }) ||
        state_.has_ended())
        return true;
    state_.on(ActorEvent::end);
    return false;
}

/// Clients are told; tasks of the room's own are tried again, but where the room is another server's now.
void RoomWorker::refuse(PendingCommand& pending, std::string_view reason) {
    attempt(code(), "refuse a command", [&] {
        auto* task = std::get_if<RoomTask>(&pending.command);
        if (auto* request = std::get_if<RoomRequest>(&pending.command); request && is_lost())
            refuse_as_moved(std::move(*request));
        else if (request)
            answer_unavailable(std::move(*request), reason);
        else if (task && task->done)
            task->done(false);
        else if (task)
            retry(std::move(*task));
    });
}

// Publishing.

void RoomWorker::publish_transaction() {
    transaction_.commit();
    // Before any answer: a client that asks for the list then finds what it was told.
    auto const is_visible = [](PendingCommand const& pending) {
        return !pending.effects.acted || pending.effects.match_ended;
    };
    if (!state_.has_ended() && transaction_.any(is_visible)) publisher_.update_listing(executor().now());
    transaction_.finish([&](PendingCommand& pending) {
        attempt(code(), "publish", [&] { publish(pending); });
        // Also after a failure: else none of the client's later messages would be answered.
        if (auto const* request = std::get_if<RoomRequest>(&pending.command); request && !is_lost())
            attempt(code(), "answer", [&] { request->from->answered(request->bytes); });
    });
    if (load_.is_enough() && state_.is(ActorState::working)) attempt(code(), "rest", [&] { rest(); });
}

void RoomWorker::publish(PendingCommand& pending) {
    load_.note_written(pending.effects.messages.bytes());
    auto* request = std::get_if<RoomRequest>(&pending.command);
    if (request && is_lost()) return refuse_as_moved(std::move(*request));
    if (request && state_.has_ended()) return refuse_as_gone(std::move(*request));
    publisher_.publish(pending, executor().now());
    ask_bots(pending.effects);
    if (auto const* task = std::get_if<RoomTask>(&pending.command); task && task->done) task->done(true);
}

/// Else a few clients who make a room write or work much would keep all others of its event loop waiting, and what
/// waits on its way to other event loops would have no bound.
void RoomWorker::rest() {
    load_ = {};
    owner_.after_all_loops(executor(), [weak = weak()] {
        auto const self = weak.lock();
        if (!self) return;
        self->state_.on(ActorEvent::rested);
        self->work();
    });
    state_.on(ActorEvent::rest);
}

// The end of the room here.

void RoomWorker::check_age(RoomAges const& ages) {
    auto const since = publisher_.standing().empty_since();
    if (!is_idle() || !since) return;
    if (auto const departure = departure_of(room_, journal_ != nullptr, executor().now() - *since, ages))
        unload(*departure);
}

void RoomWorker::evict(std::function<void()> stays) {
    if (state_.has_ended()) return;
    auto const standing = standing_of(room_, journal_ != nullptr);
    if (!is_idle() || standing == Standing::in_use) return stays();
    unload(standing == Standing::at_rest ? Departure::unload : Departure::remove, std::move(stays));
}

void RoomWorker::unload(Departure departure, std::function<void()> stays) {
    auto const stored = departure == Departure::unload;
    auto run = [this, stored](Room const& room, TimePoint) {
        Effects effects;
        if (journal_) effects.changes = stored ? room.checkpoint() : std::vector<Change>{RoomRemoved()};
        return effects;
    };
    auto done = [this, stored, stays = std::move(stays)](bool committed) {
        if (state_.has_ended()) return;
        // If it could not be stored, the room stays as it was.
        if (!committed) return stays ? stays() : void();
        state_.on(ActorEvent::end);
        owner_.forget(code(), stored);
    };
    enqueue(RoomTask{std::move(run), std::move(done)});
}

void RoomWorker::close_for_good(std::string const& message, std::function<void(bool closed)> done) {
    auto run = [message](Room& room, TimePoint now) { return room.close_for_good(message, now); };
    enqueue(RoomTask{std::move(run), [this, done = std::move(done)](bool committed) {
                         auto const closes = committed && !state_.has_ended();
                         if (closes) {
                             state_.on(ActorEvent::end);
                             owner_.forget(code(), journal_ && room_.keeps_matches());
                         }
                         done(closes);
                     }});
}

void RoomWorker::end_as_failed() {
    owner_.renew(code(), journal_ && transaction_.is_stored());
    tell_failed(room_);
}

void RoomWorker::lose() {
    // Behind a commit that is under way: it may have come before the other server's claim.
    auto done = [this](bool) { state_.on(ActorEvent::note_loss); };
    enqueue(RoomTask{[](Room&, TimePoint) { return Effects(); }, std::move(done)});
}

void RoomWorker::end_as_lost() {
    state_.on(ActorEvent::lose);
    // First of all: a client that comes back must not find it.
    owner_.lose(actor_);
    tell_moved(room_);
}

// Later.

void RoomWorker::retry(RoomTask task) {
    if (state_.has_ended()) return;
    auto const failures = task.failures;
    retries_.add(executor(), std::move(task), failures, [weak = weak()](RoomTask due) {
        if (auto const self = weak.lock()) self->enqueue(std::move(due));
    });
}

void RoomWorker::ask_bots(Effects& effects) {
    // The match waits for each.
    for (auto& task : effects.bot_tasks)
        until_there_is_memory([&] {
            bots_.ask(std::move(task), {publisher_.payer(), room_.presence().is_anybody_here(), !room_.has_human()},
                      submitter());
        });
    for (auto& asked : effects.advice)
        attempt(code(), "give advice", [&] { bots_.ask_for_advice(std::move(asked), submitter()); });
}

RoomBots::Submit RoomWorker::submitter() {
    return [weak = weak()](RoomTask task) {
        auto const self = weak.lock();
        if (!self) return false;
        self->executor().post([self, task = std::move(task)]() mutable { self->enqueue(std::move(task)); });
        return true;
    };
}

void RoomWorker::arm_timer() {
    auto const due = state_.has_ended() ? std::nullopt : room_.next_check();
    if (timer_.is_set_for(due)) return;
    auto const check = [weak = weak()] {
        if (auto const self = weak.lock())
            self->enqueue(RoomTask{[](Room& room, TimePoint now) { return room.check_clock(now); }, {}});
    };
    // After a failure it is set with the next command.
    attempt(code(), "set its timer", [&] { timer_.set(executor(), due, check); });
}

} // namespace tefuda::server
