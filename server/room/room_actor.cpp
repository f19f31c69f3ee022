#include "server/room/room_actor.hpp"

#include "protocol/server_message.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/error_reply.hpp"
#include "server/room/rejections.hpp"
#include "server/room/scoped_flag.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace tefuda::server {

namespace {

/// Until a task of the room's own is tried again. One that throws is likely to throw again: it waits twice as long each
/// time.
Duration retry_pause(int failures) {
    constexpr int most_doublings = 8;
    return std::chrono::seconds(1 << std::min(failures, most_doublings));
}

Rejection gone() {
    return {ErrorCode::unavailable, "This room was just put away: try again."};
}

} // namespace

void RoomActor::log_failure(std::string_view what, std::exception const& problem) const {
    spdlog::error("Room {} can't {}: {}", code_, what, problem.what());
}

RoomActor::RoomActor(Executor& executor, BotPool& bots, JournalWriter* journal, Owner& owner, Room room,
                     ActorClaim claim, std::string address)
    : code_(room.state().setting.code), address_(std::move(address)), epoch_(claim.epoch), executor_(executor),
      bots_(bots), journal_(journal), owner_(owner), room_(std::move(room)),
      counted_(room_.counts(), room_.state().status), is_new_(claim.creates) {}

void RoomActor::wake(std::function<void(bool stored)> done) {
    executor_.dispatch([self = shared_from_this(), done = std::move(done)] {
        self->enqueue(Task{[](Room& room, TimePoint now) { return room.wake(now); }, done});
    });
}

void RoomActor::deliver(ParticipantPtr from, MessageId id, RoomMessage&& message, TimePoint read_at) {
    if (waiting_requests_ >= mailbox_capacity) {
        metrics().limits_hit[Limit::mailbox].add();
        return answer_unavailable(*from, std::move(id), "This room is busy: try again.");
    }
    Request request{std::move(from), std::move(id), std::move(message), read_at};
    if (executor_.here()) return enqueue(std::move(request));
    // An executor's tasks are copyable, a message is not.
    auto shared = std::make_shared<Request>(std::move(request));
    Executor::Task task = [self = shared_from_this(), shared = std::move(shared)] {
        --self->waiting_requests_;
        Command command(std::move(*shared));
        try {
            self->enqueue(std::move(command));
        } catch (std::exception const& problem) {
            spdlog::error("Room {} can't take a message: {}", self->code_, problem.what());
            auto& refused = std::get<Request>(command);
            answer_unavailable(*refused.from, std::move(refused.id), can_not_now);
        }
    };
    ++waiting_requests_;
    try {
        executor_.post(std::move(task));
    } catch (...) {
        --waiting_requests_;
        throw;
    }
}

void RoomActor::answer_gone(Participant& from, MessageId id) {
    from.send(error_reply(std::move(id), gone()));
    from.answered();
}

void RoomActor::disconnect(ParticipantPtr client) {
    executor_.dispatch([self = shared_from_this(), client = std::move(client)] {
        self->enqueue(Task{[client](Room& room, TimePoint now) { return room.disconnect(client, now); }, {}});
    });
}

void RoomActor::read(std::function<void(Room const&)> reader) {
    executor_.dispatch([self = shared_from_this(), reader = std::move(reader)] { self->enqueue(Read{reader}); });
}

void RoomActor::close() {
    executor_.dispatch([self = shared_from_this()] { self->room_.close(); });
}

/// \throws std::exception only where it has not taken the command
void RoomActor::enqueue(Command&& command) {
    if (is_idle()) {
        ScopedFlag const working(working_);
        carry_out(std::move(command));
        end_transaction();
    } else {
        auto const is_request = std::holds_alternative<Request>(command);
        mailbox_.push_back(std::move(command));
        if (is_request) ++waiting_requests_;
    }
    work();
}

/// Carries out the mailbox, everything in it as one transaction, until a commit has to be waited for. A reader ends the
/// transaction before it: it must see committed state only.
void RoomActor::work() {
    if (working_ || resting_) return;
    ScopedFlag const working(working_);
    try {
        if (losing_) end_as_lost();
        while (!committing_ && !resting_ && !mailbox_.empty()) {
            carry_out_mailbox();
            end_transaction();
            if (losing_ && !committing_) end_as_lost();
        }
    } catch (std::exception const& problem) {
        // What waits is carried out with the next command.
        spdlog::error("Room {} can't go on now: {}", code_, problem.what());
    }
}

/// \pre the mailbox is not empty
/// \throws std::exception only where it has carried out nothing
void RoomActor::carry_out_mailbox() {
    std::size_t written = 0;
    do {
        auto& command = mailbox_.front();
        auto const is_request = std::holds_alternative<Request>(command);
        try {
            carry_out(std::move(command));
        } catch (std::exception const&) {
            if (pending_.empty()) throw;
            // It stays in the mailbox, for the next transaction.
            return;
        }
        mailbox_.pop_front();
        if (is_request) --waiting_requests_;
        written += pending_.empty() ? 0 : pending_.back().effects.messages.bytes();
    } while (!mailbox_.empty() && written < max_written && !std::holds_alternative<Read>(mailbox_.front()));
}

/// The first command of a transaction begins it.
/// \throws std::exception only where it has not taken the command
void RoomActor::carry_out(Command&& command) {
    if (pending_.empty()) room_.begin_transaction();
    auto& pending = pending_.emplace_back(std::move(command), Effects());
    try {
        pending.effects = effects_of(pending.command);
    } catch (std::exception const& problem) {
        spdlog::error("A command in room {} failed: {}", code_, problem.what());
        if (auto* task = std::get_if<Task>(&pending.command)) ++task->failures;
        reject(can_not_now);
    }
}

Effects RoomActor::effects_of(Command const& command) {
    auto const now = executor_.now();
    if (auto const* read = std::get_if<Read>(&command)) {
        read->reader(room_);
        return {};
    }
    if (gone_) return {};
    if (auto const* task = std::get_if<Task>(&command)) return task->run(room_, now);
    auto const& request = std::get<Request>(command);
    return room_.handle(request.from, request.id, request.message, now);
}

void RoomActor::end_transaction() {
    auto const has_changes = [](PendingCommand const& pending) { return !pending.effects.changes.empty(); };
    if (std::ranges::none_of(pending_, has_changes) && !must_check_claim())
        publish();
    else if (!append_transaction())
        reject(can_not_store);
    arm_timer();
}

/// \returns false where the journal does not take it
bool RoomActor::append_transaction() {
    try {
        Transaction transaction{.room = code_, .changes = {}, .epoch = epoch_, .creates = is_new_};
        auto& changes = transaction.changes;
        for (auto& pending : pending_) {
            auto& more = pending.effects.changes;
            if (changes.empty())
                changes = std::move(more);
            else
                std::ranges::move(more, std::back_inserter(changes));
        }
        committing_ = journal_->append(std::move(transaction), shared_from_this());
    } catch (std::bad_alloc const&) {
        committing_ = false;
    }
    return committing_;
}

/// Whether a client is to be answered from memory alone, which may be older than what another server has stored since:
/// then the transaction goes to the store without a change.
bool RoomActor::must_check_claim() const {
    return epoch_ != 0 && !gone_ && std::ranges::any_of(pending_, [](PendingCommand const& pending) {
               return std::holds_alternative<Request>(pending.command);
           });
}

void RoomActor::committed(bool stored) {
    committing_ = false;
    if (stored) is_new_ = false;
    {
        // A command that an answer causes at once waits until all answers are given.
        ScopedFlag const working(working_);
        if (stored) {
            publish();
        } else {
            reject(can_not_store);
            arm_timer();
        }
    }
    work();
}

void RoomActor::publish() {
    room_.end_transaction();
    // Before any answer: a client that asks for the list then finds what it was told.
    auto const is_visible = [](PendingCommand const& pending) {
        return !pending.effects.acted || pending.effects.match_ended;
    };
    if (!gone_ && std::ranges::any_of(pending_, is_visible)) update_listing();
    // A command that an answer causes at once waits in the mailbox.
    for (auto& pending : pending_) {
        attempt("publish", [&] { publish(pending); });
        // Also after a failure: else none of the client's later messages would be answered.
        if (auto const* request = std::get_if<Request>(&pending.command); request && !lost_)
            attempt("answer", [&] { request->from->answered(); });
    }
    std::vector<PendingCommand>().swap(pending_);
    if (written_ >= max_written) attempt("rest", [&] { rest(); });
}

/// Else a few clients who make a room write much would keep all others of its event loop waiting, and what waits on its
/// way to other event loops would have no bound.
void RoomActor::rest() {
    auto goes_on = [weak = weak_from_this()] {
        auto const self = weak.lock();
        if (!self) return;
        self->resting_ = false;
        self->work();
    };
    written_ = 0;
    resting_ = true;
    try {
        owner_.after_all_loops(executor_, std::move(goes_on));
    } catch (...) {
        resting_ = false;
        throw;
    }
}

void RoomActor::publish(PendingCommand& pending) {
    auto& effects = pending.effects;
    written_ += static_cast<std::uint32_t>(effects.messages.bytes());
    auto* request = std::get_if<Request>(&pending.command);
    if (request && lost_) return refuse_as_lost(std::move(*request));
    if (request && gone_) {
        return request->from->send(error_reply(std::move(request->id), gone()));
    }
    if (request && !effects.acted) request->from->set_takes_part(code_, room_.presence().has(request->from));
    if (request && effects.wrong_token) request->from->note_wrong_token();
    effects.messages.publish();
    if (effects.acted) {
        room_.counts().actions[*effects.acted][ActionResult::accepted].add();
        if (request)
            metrics().action_seconds.observe(in_seconds(executor_.now() - request->read_at));
        else
            charge_own_action(effects.match_ended);
    }
    for (auto const& note : effects.notes) note();
    for (auto& task : effects.bot_tasks) ask_bot(std::move(task));
    for (auto& asked : effects.advice) ask_for_advice(std::move(asked));
    if (auto const* task = std::get_if<Task>(&pending.command); task && task->done) task->done(true);
}

/// Many at once: the account is shared by all threads.
void RoomActor::charge_own_action(bool match_ended) {
    constexpr int at_once = 64;
    if (++uncharged_ < at_once && !match_ended) return;
    if (!address_.empty()) owner_.charge(address_, uncharged_);
    uncharged_ = 0;
}

/// Updates what is seen of the room from outside.
void RoomActor::update_listing() {
    update_presence();
    if (room_.state().match > 1) had_match_ = true;
    standing_ = current_standing();
    counted_.has(room_.state().status);
    if (room_.version() == listed_version_) return;
    attempt("be listed", [&] {
        owner_.list(room_, epoch_);
        listed_version_ = room_.version();
    });
}

/// Takes the whole transaction back: nothing has happened. Clients are told; tasks of the room's own are tried again.
void RoomActor::reject(std::string_view reason) {
    roll_back();
    for (auto& pending : pending_) {
        attempt("refuse a command", [&] {
            if (auto* request = std::get_if<Request>(&pending.command)) {
                answer_unavailable(*request->from, std::move(request->id), reason);
            } else if (auto* task = std::get_if<Task>(&pending.command)) {
                if (task->done)
                    task->done(false);
                else
                    retry(std::move(*task));
            }
        });
    }
    std::vector<PendingCommand>().swap(pending_);
    if (std::exchange(failed_, false)) attempt("end", [&] { end_as_failed(); });
}

/// A room that can't go back is not what the store has: it leaves the memory, and is taken up from the store again.
/// Without a store it is lost.
void RoomActor::roll_back() {
    auto const done = attempt("go back to its last state", [&] { room_.roll_back(executor_.now()); });
    if (!done) failed_ = !std::exchange(gone_, true);
}

/// Whoever was here would wait for ever: they are told, and come back by connecting again.
void RoomActor::end_as_failed() {
    owner_.renew(code_, journal_ && !is_new_);
    auto const told = error_reply({}, {ErrorCode::unavailable, "The room has failed here: connect again and resume."});
    room_.presence().for_each_client([&](ParticipantPtr const& client) {
        client->send(told);
        client->set_takes_part(code_, false);
        client->close_as_failed();
    });
}

void RoomActor::retry(Task task) {
    if (gone_) return;
    auto const pause = retry_pause(task.failures);
    auto const place = retries_.insert(retries_.end(), Retry{std::move(task), nullptr});
    place->timer = executor_.schedule(executor_.now() + pause, [weak = weak_from_this(), place] {
        auto const self = weak.lock();
        if (!self) return;
        auto due = std::move(place->task);
        self->retries_.erase(place);
        self->enqueue(std::move(due));
    });
}

void RoomActor::answer_unavailable(Participant& from, MessageId id, std::string_view reason) {
    from.send(error_reply(std::move(id), unavailable(reason)));
    from.answered();
}

void RoomActor::ask_bot(BotTask task) {
    auto const seat = task.seat;
    auto const decision = task.decision;
    BotPayer const payer{address_, room_.presence().is_anybody_here()};
    bots_.ask(std::move(task), payer, [weak = weak_from_this(), seat, decision](std::optional<std::string> action) {
        auto const self = weak.lock();
        if (!self || !action) return;
        auto run = [seat, decision, action = std::move(*action)](Room& room, TimePoint now) {
            return room.bot_moved(seat, decision, action, now);
        };
        self->executor_.post([self, run = std::move(run)] { self->enqueue(Task{run, {}}); });
    });
}

void RoomActor::ask_for_advice(AdviceRequest request) {
    auto const refuse = [&](std::string message) {
        request.from->send(error_reply(request.id, {ErrorCode::unavailable, std::move(message)}));
    };
    if (!request.from->begin_advice()) return refuse("You wait for much advice already.");
    auto task = request.task;
    auto answer = [weak = weak_from_this(), request](std::optional<Consideration> const& consideration) {
        auto const self = weak.lock();
        if (!self) return request.from->end_advice();
        auto run = [request, consideration](Room& room, TimePoint) { return room.advise(request, consideration); };
        auto done = [request](bool stored) {
            request.from->end_advice();
            if (!stored) request.from->send(error_reply(request.id, unavailable(can_not_now)));
        };
        self->executor_.post([self, run = std::move(run), done = std::move(done)] { self->enqueue(Task{run, done}); });
    };
    if (bots_.consider(std::move(task), request.from->address(), std::move(answer))) return;
    request.from->end_advice();
    refuse("Too many wait for advice: try again.");
}

void RoomActor::arm_timer() {
    auto const due = gone_ ? std::nullopt : room_.next_check();
    if (due == armed_for_) return;
    armed_for_.reset();
    timer_.reset();
    if (!due) return;
    // After a failure it is set with the next command.
    attempt("set its timer", [&] {
        timer_ = executor_.schedule(*due, [weak = weak_from_this()] {
            auto const self = weak.lock();
            if (!self) return;
            self->armed_for_.reset();
            self->enqueue(Task{[](Room& room, TimePoint now) { return room.check_clock(now); }, {}});
        });
        armed_for_ = due;
    });
}

void RoomActor::update_presence() {
    if (room_.presence().is_anybody_here()) {
        empty_since_.reset();
    } else if (!empty_since_) {
        empty_since_ = executor_.now();
    }
}

void RoomActor::check_age(RoomAges const& ages) {
    executor_.dispatch([self = shared_from_this(), ages] {
        auto const& since = self->empty_since_;
        if (self->gone_ || !self->is_idle() || !since) return;
        auto const age = self->executor_.now() - *since;
        auto const& room = self->room_;
        auto const waits = room.state().status == RoomStatus::waiting;
        auto const longest = waits && !room.was_used() ? ages.unseated : ages.unused;
        if (waits ? age >= longest : !self->journal_ && age >= ages.retention)
            self->leave({RoomRemoved()}, false);
        else if (self->journal_ && age >= (room.has_human() ? ages.unused : ages.unseated) && room.is_at_rest())
            self->leave(room.checkpoint(), true);
    });
}

Standing RoomActor::current_standing() const {
    auto const waits = room_.state().status == RoomStatus::waiting;
    if (room_.presence().is_anybody_here()) return Standing::in_use;
    if (waits) return room_.was_used() ? Standing::abandoned : Standing::never_sat;
    // Without a journal its matches would be lost.
    return journal_ && room_.is_at_rest() ? Standing::at_rest : Standing::in_use;
}

void RoomActor::make_place(std::function<void()> stays) {
    executor_.dispatch([self = shared_from_this(), stays = std::move(stays)] {
        if (self->gone_) return;
        auto const standing = self->current_standing();
        if (!self->is_idle() || standing == Standing::in_use) return stays();
        if (standing == Standing::at_rest)
            self->leave(self->room_.checkpoint(), true, stays);
        else
            self->leave({RoomRemoved()}, false, stays);
    });
}

void RoomActor::leave(std::vector<Change> changes, bool stored, std::function<void()> stays) {
    auto run = [this, changes = std::move(changes)](Room const&, TimePoint) {
        Effects effects;
        if (journal_) effects.changes = changes;
        return effects;
    };
    auto done = [this, stored, stays = std::move(stays)](bool committed) {
        if (gone_) return;
        // If it could not be stored, the room stays as it was.
        if (!committed) return stays ? stays() : void();
        gone_ = true;
        owner_.forget(code_, stored);
    };
    enqueue(Task{std::move(run), std::move(done)});
}

} // namespace tefuda::server
