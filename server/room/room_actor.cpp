#include "server/room/room_actor.hpp"

#include "server/member.hpp"
#include "server/observe/metrics.hpp"
#include "server/room/error_text.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tefuda::server {

namespace {

/// Between two tries to store what the room does by itself.
constexpr auto retry_pause = std::chrono::seconds(1);

} // namespace

RoomActor::RoomActor(Executor& executor, BotPool& bots, Journal* journal, Home& home, Room room)
    : code_(room.state().setting.code), executor_(executor), bots_(bots), journal_(journal), home_(home),
      room_(std::move(room)), counts_(game_metrics(room_.state().setting.game->id())),
      counted_(counts_, room_.state().status) {}

void RoomActor::wake(std::function<void(bool stored)> done) {
    executor_.dispatch([self = shared_from_this(), done = std::move(done)]() mutable {
        self->listed_changes_ = -1;
        self->take({.what = [self](TimePoint now) { return self->room_.wake(now); }, .done = std::move(done)});
    });
}

void RoomActor::post(MemberPtr const& from, MessageId id, RoomMessage message, TimePoint read_at) {
    if (waiting_.fetch_add(1) >= mailbox_capacity) {
        waiting_.fetch_sub(1);
        metrics().limits_hit[Limit::mailbox].add();
        answer_unavailable(from, std::move(id), "This room is busy: try again.");
        return;
    }
    Command command{.what = Command::Message{std::move(message), read_at}, .from = from, .id = std::move(id)};
    if (executor_.here()) {
        take(std::move(command));
    } else {
        executor_.post(
            [self = shared_from_this(), command = std::move(command)]() mutable { self->take(std::move(command)); });
    }
}

void RoomActor::disconnect(MemberPtr const& member) {
    executor_.dispatch([self = shared_from_this(), member] {
        self->take({.what = [self, member](TimePoint now) { return self->room_.disconnect(member, now); }});
    });
}

void RoomActor::read(std::function<void(Room const&)> reader) {
    executor_.dispatch([self = shared_from_this(), reader = std::move(reader)] {
        auto run = [self, reader](TimePoint) {
            reader(self->room_);
            return Effects();
        };
        self->take({.what = std::move(run), .only_reads = true});
    });
}

void RoomActor::close() {
    executor_.dispatch([self = shared_from_this()] { self->room_.close(); });
}

void RoomActor::take(Command command) {
    mailbox_.push_back(std::move(command));
    if (!committing_ && !working_) work();
}

void RoomActor::work() {
    working_ = true;
    while (!committing_ && !mailbox_.empty()) {
        auto unit = carry_out();
        auto const changed = std::any_of(unit.begin(), unit.end(),
                                         [](Carried const& carried) { return !carried.effects.changes.empty(); });
        if (changed) {
            commit(std::move(unit));
        } else {
            release(std::move(unit));
        }
    }
    working_ = false;
    if (!committing_) arm_timer();
}

/// Everything that waits, as one unit; but whoever reads waits until what was changed is durable.
std::vector<RoomActor::Carried> RoomActor::carry_out() {
    if (journal_) room_.begin_unit();
    std::vector<Carried> unit;
    auto changed = false;
    while (!mailbox_.empty() && !(changed && mailbox_.front().only_reads)) {
        auto command = std::move(mailbox_.front());
        mailbox_.pop_front();
        if (command.from) waiting_.fetch_sub(1);
        auto effects = Effects();
        if (!gone_ || command.only_reads) effects = carry_out(command);
        changed = changed || !effects.changes.empty();
        unit.push_back({std::move(command), std::move(effects)});
    }
    return unit;
}

Effects RoomActor::carry_out(Command& command) {
    auto const now = executor_.now();
    if (auto const* run = std::get_if<std::function<Effects(TimePoint)>>(&command.what)) return (*run)(now);
    auto const& message = std::get<Command::Message>(command.what);
    auto effects = room_.handle(command.from, command.id, message.content, now);
    effects.message_read_at = message.read_at;
    return effects;
}

void RoomActor::commit(std::vector<Carried> unit) {
    Unit stored{code_, {}};
    for (auto& carried : unit)
        std::move(carried.effects.changes.begin(), carried.effects.changes.end(), std::back_inserter(stored.changes));
    committing_ = std::move(unit);
    auto const taken = journal_->append(std::move(stored), executor_,
                                        [self = shared_from_this()](bool good) { self->committed(good); });
    if (!taken) executor_.post([self = shared_from_this()] { self->committed(false); });
}

void RoomActor::committed(bool stored) {
    auto unit = std::exchange(committing_, {}).value();
    // What an answer causes at once waits until all are given.
    working_ = true;
    if (stored) {
        release(std::move(unit));
    } else {
        refuse(std::move(unit));
    }
    work();
}

void RoomActor::release(std::vector<Carried> unit) {
    for (auto& [command, effects] : unit) {
        if (gone_ && command.from)
            answer_unavailable(command.from, std::move(command.id), "This room was just put away: try again.");
        else if (command.from) {
            if (!effects.acted) command.from->note_part(code_, room_.takes_part(command.from));
            if (effects.wrong_token) command.from->guessed_wrong(executor_.now());
            release(std::move(effects));
            command.from->settled();
        } else {
            release(std::move(effects));
        }
        if (command.done) command.done(true);
    }
    if (gone_) return;
    note_company();
    had_match_ = room_.state().match > 1;
    counted_.has(room_.state().status);
    if (room_.changes() == listed_changes_) return;
    listed_changes_ = room_.changes();
    home_.show(room_);
}

void RoomActor::release(Effects effects) {
    for (auto& delivery : effects.deliveries) delivery.to->send(std::move(delivery.frame));
    if (effects.acted) counts_.actions[*effects.acted][ActionResult::accepted].add();
    if (effects.acted && effects.message_read_at)
        metrics().action_seconds.observe(in_seconds(executor_.now() - *effects.message_read_at));
    for (auto const& note : effects.notes) note();
    for (auto& task : effects.bot_tasks) ask_bot(std::move(task));
}

/// Nothing has happened. Clients are told; what the room does by itself it tries again.
void RoomActor::refuse(std::vector<Carried> unit) {
    room_.undo();
    for (auto& [command, effects] : unit) {
        if (command.done) {
            command.done(false);
        } else if (command.from) {
            answer_unavailable(command.from, std::move(command.id),
                               "The server can't store this now: try again later.");
        } else {
            to_retry_.push_back(std::move(command));
        }
    }
    if (to_retry_.empty() || retry_) return;
    retry_ = executor_.schedule(executor_.now() + retry_pause, [weak = weak_from_this()] {
        auto const self = weak.lock();
        if (!self) return;
        self->retry_.reset();
        for (auto& command : std::exchange(self->to_retry_, {})) self->take(std::move(command));
    });
}

void RoomActor::answer_unavailable(MemberPtr const& from, MessageId id, std::string_view why) {
    from->send(
        std::make_shared<std::string const>(error_text(std::move(id), {ErrorCode::unavailable, std::string(why)})));
    from->settled();
}

void RoomActor::ask_bot(BotTask task) {
    auto const seat = task.seat;
    auto const decision = task.decision;
    bots_.ask(std::move(task), [weak = weak_from_this(), seat, decision](std::optional<std::string> action) {
        auto const self = weak.lock();
        if (!self || !action) return;
        self->executor_.post([self, seat, decision, action = std::move(*action)] {
            auto run = [self, seat, decision, action](TimePoint now) {
                return self->room_.bot_moved(seat, decision, action, now);
            };
            self->take({.what = std::move(run)});
        });
    });
}

void RoomActor::arm_timer() {
    auto const due = gone_ ? std::nullopt : room_.deadline();
    if (due == armed_for_) return;
    armed_for_ = due;
    timer_.reset();
    if (!due) return;
    timer_ = executor_.schedule(*due, [weak = weak_from_this()] {
        auto const self = weak.lock();
        if (!self) return;
        self->armed_for_.reset();
        self->take({.what = [self](TimePoint now) { return self->room_.check_clock(now); }});
    });
}

void RoomActor::note_company() {
    if (room_.has_company()) {
        without_company_since_.reset();
    } else if (!without_company_since_) {
        without_company_since_ = executor_.now();
    }
}

void RoomActor::age(RoomAges const& ages) {
    executor_.dispatch([self = shared_from_this(), ages] {
        auto const since = self->without_company_since_;
        if (self->gone_ || self->committing_ || !self->mailbox_.empty() || !since) return;
        auto const alone = self->executor_.now() - *since;
        auto const waits = self->room_.state().status == RoomStatus::waiting;
        if (waits ? alone >= ages.unused : !self->journal_ && alone >= ages.retention)
            self->leave({RoomRemoved()}, false);
        else if (self->journal_ && alone >= ages.unused && self->room_.is_at_rest())
            self->leave(self->room_.checkpoint(), true);
    });
}

void RoomActor::leave(std::vector<Change> changes, bool asleep) {
    auto run = [changes = std::move(changes), this](TimePoint) {
        Effects effects;
        if (journal_) effects.changes = changes;
        return effects;
    };
    auto done = [self = shared_from_this(), asleep](bool stored) {
        // Whoever came in the meantime finds the room as it was.
        if (!stored || self->gone_) return;
        self->gone_ = true;
        self->home_.gone(self->code_, asleep);
    };
    take({.what = std::move(run), .done = std::move(done)});
}

} // namespace tefuda::server
