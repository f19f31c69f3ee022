#include "server/room/room_actor.hpp"

#include "server/session/client_session.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/error_text.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace tefuda::server {

namespace {

/// Between two tries to store what the room does by itself.
constexpr auto retry_pause = std::chrono::seconds(1);

} // namespace

RoomActor::RoomActor(Executor& executor, BotPool& bots, CommitQueue* commits, Home& home, Room room)
    : code_(room.state().setting.code), executor_(executor), bots_(bots), commits_(commits), home_(home),
      room_(std::move(room)), counts_(game_metrics(room_.state().setting.game->id())),
      counted_(counts_, room_.state().status) {}

void RoomActor::fetch_rest() const {
    for (auto const& carried : unit_)
        if (carried.from) server::fetch(carried.from.get(), sizeof(ClientSession));
    room_.fetch_texts();
}

void RoomActor::wake(std::function<void(bool stored)> done) {
    executor_.dispatch([self = shared_from_this(), done = std::move(done)]() mutable {
        self->listed_changes_ = -1;
        auto run = [](Room& room, TimePoint now) { return room.wake(now); };
        self->take({.what = OwnCommand{std::move(run), std::move(done)}});
    });
}

void RoomActor::post(ClientSessionPtr from, MessageId id, RoomMessage&& message, TimePoint read_at) {
    auto const here = executor_.here();
    if (here) room_.fetch_match();
    Command command{.what = decltype(Command::what)(std::in_place_type<Command::Message>, std::move(message), read_at),
                    .from = std::move(from),
                    .id = std::move(id)};
    if (here && is_idle()) return take(std::move(command));
    if (waiting_.fetch_add(1) >= mailbox_capacity) {
        waiting_.fetch_sub(1);
        metrics().limits_hit[Limit::mailbox].add();
        answer_unavailable(command.from, std::move(command.id), "This room is busy: try again.");
        return;
    }
    command.counted = true;
    if (here) {
        take(std::move(command));
    } else {
        // The executor's tasks are copyable, a message is not.
        auto kept = std::make_shared<Command>(std::move(command));
        executor_.post([self = shared_from_this(), kept = std::move(kept)] { self->take(std::move(*kept)); });
    }
}

void RoomActor::answer_gone(ClientSessionPtr const& from, MessageId id) {
    answer_unavailable(from, std::move(id), "This room was just put away: try again.");
}

void RoomActor::disconnect(ClientSessionPtr const& member) {
    executor_.dispatch([self = shared_from_this(), member] {
        self->take({.what = OwnCommand{[member](Room& room, TimePoint now) { return room.disconnect(member, now); }}});
    });
}

void RoomActor::read(std::function<void(Room const&)> reader) {
    executor_.dispatch([self = shared_from_this(), reader = std::move(reader)] {
        auto run = [reader](Room const& room, TimePoint) {
            reader(room);
            return Effects();
        };
        self->take({.what = OwnCommand{std::move(run)}, .only_reads = true});
    });
}

void RoomActor::close() {
    executor_.dispatch([self = shared_from_this()] { self->room_.close(); });
}

/// Who reads must not see what is not durable.
bool RoomActor::waits_for_commit(Command const& command) const {
    return commit_ == Commit::under_way || (commit_ == Commit::due && command.only_reads);
}

void RoomActor::take(Command&& command) {
    if (!is_idle() || waits_for_commit(command)) {
        mailbox_.push_back(std::move(command));
        return;
    }
    working_ = true;
    carry_out(command);
    finish();
    work();
}

/// What waits, until all is done or something must be stored first.
void RoomActor::work() {
    while (!mailbox_.empty() && !waits_for_commit(mailbox_.front())) {
        carry_out_waiting();
        finish();
    }
    working_ = false;
}

void RoomActor::finish() {
    if (!has_changes()) {
        let_out();
    } else if (commit_ == Commit::none) {
        commits_->begun(shared_from_this());
        commit_ = Commit::due;
    }
    arm_timer();
}

/// Everything that waits, as one unit; but whoever reads waits until what was changed is durable.
void RoomActor::carry_out_waiting() {
    while (!mailbox_.empty() && !(mailbox_.front().only_reads && has_changes())) {
        carry_out(mailbox_.front());
        mailbox_.pop_front();
    }
}

bool RoomActor::has_changes() const {
    return std::any_of(unit_.begin(), unit_.end(),
                       [](PendingCommand const& carried) { return !carried.effects.changes.empty(); });
}

void RoomActor::carry_out(Command& command) {
    if (command.counted) waiting_.fetch_sub(1);
    auto failed = false;
    auto const note_failure = [&](std::exception const& problem) {
        spdlog::error("What was to be done in room {} failed: {}", code_, problem.what());
        failed = true;
    };
    if (unit_.empty()) {
        if (commits_) room_.begin_unit();
    } else {
        try {
            write_update(unit_.back());
        } catch (std::exception const& problem) {
            note_failure(problem);
        }
    }
    auto& carried = unit_.emplace_back([&]() -> Effects {
        if (failed) return {};
        try {
            return effects_of(command);
        } catch (std::exception const& problem) {
            note_failure(problem);
            return {};
        }
    });
    carried.from = std::move(command.from);
    carried.id = std::move(command.id);
    if (auto const* message = std::get_if<Command::Message>(&command.what))
        carried.read_at = message->read_at;
    else if (!command.only_reads)
        carried.own = std::make_unique<OwnCommand>(std::move(std::get<OwnCommand>(command.what)));
    if (failed) take_back();
}

/// What was carried out last has failed somewhere.
void RoomActor::take_back() {
    PendingCommands refused;
    if (commits_) {
        room_.undo();
        refused.swap(unit_);
    } else {
        // What came before it can't be taken back.
        refused.push_back(std::move(unit_.back()));
        unit_.pop_back();
    }
    refuse(std::move(refused), "The server can't do this now: try again later.");
}

Effects RoomActor::effects_of(Command const& command) {
    if (gone_ && !command.only_reads) return {};
    auto const now = executor_.now();
    if (auto const* own = std::get_if<OwnCommand>(&command.what)) return own->run(room_, now);
    return room_.handle(command.from, command.id, std::get<Command::Message>(command.what).content, now);
}

void RoomActor::end_unit(std::string& units) {
    commit_ = Commit::under_way;
    // It has nothing where all of it was taken back.
    Changes changes;
    for (auto const& carried : unit_) changes.add(carried.effects.changes);
    append_unit(units, code_, changes);
}

void RoomActor::committed(bool stored) {
    commit_ = Commit::none;
    // What an answer causes at once waits until all are given.
    working_ = true;
    if (stored) {
        let_out();
    } else {
        refuse_unstored();
        arm_timer();
    }
    work();
}

void RoomActor::let_out() {
    auto unit = std::exchange(unit_, {});
    // Before anybody is answered: who asks for the list then sees what it has been told of.
    note_changes(unit);
    for (auto& carried : unit) {
        try {
            if (gone_ && carried.from)
                answer_gone(carried.from, std::move(carried.id));
            else
                let_out(carried);
            if (carried.own && carried.own->done) carried.own->done(true);
        } catch (std::exception const& problem) {
            spdlog::error("What follows from a change in room {} failed: {}", code_, problem.what());
            // Else nothing that it says later would be answered.
            if (carried.from) carried.from->settled();
        }
    }
}

void RoomActor::write_update(PendingCommand& carried) {
    room_.write_update(carried.effects, carried.from, carried.id);
}

void RoomActor::let_out(PendingCommand& carried) {
    auto& [effects, own, from, id, read_at] = carried;
    if (from && !effects.acted) from->note_part(code_, room_.takes_part(from));
    if (from && effects.wrong_token) from->guessed_wrong(executor_.now());
    effects.deliveries.let_out();
    write_update(carried);
    if (effects.acted) counts_.actions[*effects.acted][ActionResult::accepted].add();
    if (effects.acted && read_at) metrics().action_seconds.observe(in_seconds(executor_.now() - *read_at));
    for (auto const& note : effects.notes) note();
    for (auto& task : effects.bot_tasks) ask_bot(std::move(task));
    if (from) from->settled();
}

/// Of what is seen from outside, and no action changes while its match goes on.
void RoomActor::note_changes(PendingCommands const& unit) {
    auto const goes_on = [](PendingCommand const& carried) { return carried.effects.acted && !carried.effects.match_ended; };
    if (gone_ || std::all_of(unit.begin(), unit.end(), goes_on)) return;
    note_company();
    had_match_ = room_.state().match > 1;
    counted_.has(room_.state().status);
    if (room_.changes() == listed_changes_) return;
    try {
        home_.show(room_);
        listed_changes_ = room_.changes();
    } catch (std::exception const& problem) {
        spdlog::error("Room {} can't be shown in lists: {}", code_, problem.what());
    }
}

void RoomActor::refuse_unstored() {
    // What was let out since all else was taken back stays.
    if (!unit_.empty()) room_.undo();
    refuse(std::exchange(unit_, {}), "The server can't store this now: try again later.");
}

/// Nothing has happened. Clients are told; what the room does by itself it tries again.
void RoomActor::refuse(PendingCommands&& unit, std::string_view why) {
    for (auto& [effects, own, from, id, read_at] : unit) {
        if (from)
            answer_unavailable(from, std::move(id), why);
        else if (own && own->done)
            own->done(false);
        else if (own)
            retry({.what = std::move(*own)});
    }
}

void RoomActor::retry(Command command) {
    if (retry_) return retry_->commands.push_back(std::move(command));
    retry_ = std::make_unique<Retry>();
    retry_->commands.push_back(std::move(command));
    retry_->timer = executor_.schedule(executor_.now() + retry_pause, [weak = weak_from_this()] {
        auto const self = weak.lock();
        if (!self) return;
        auto const due = std::exchange(self->retry_, nullptr);
        for (auto& each : due->commands) self->take(std::move(each));
    });
}

void RoomActor::answer_unavailable(ClientSessionPtr const& from, MessageId id, std::string_view why) {
    from->send(error_text(std::move(id), {ErrorCode::unavailable, std::string(why)}));
    from->settled();
}

void RoomActor::ask_bot(BotTask task) {
    auto const seat = task.seat;
    auto const decision = task.decision;
    bots_.ask(std::move(task), [weak = weak_from_this(), seat, decision](std::optional<std::string> action) {
        auto const self = weak.lock();
        if (!self || !action) return;
        self->executor_.post([self, seat, decision, action = std::move(*action)] {
            auto run = [seat, decision, action](Room& room, TimePoint now) {
                return room.bot_moved(seat, decision, action, now);
            };
            self->take({.what = OwnCommand{std::move(run)}});
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
        self->take({.what = OwnCommand{[](Room& room, TimePoint now) { return room.check_clock(now); }}});
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
        if (self->gone_ || self->commit_ != Commit::none || !self->mailbox_.empty() || !since) return;
        auto const alone = self->executor_.now() - *since;
        auto const waits = self->room_.state().status == RoomStatus::waiting;
        if (waits ? alone >= ages.unused : !self->commits_ && alone >= ages.retention)
            self->leave({RoomRemoved()}, false);
        else if (self->commits_ && alone >= ages.unused && self->room_.is_at_rest())
            self->leave(self->room_.checkpoint(), true);
    });
}

void RoomActor::leave(Changes changes, bool asleep) {
    auto run = [changes = std::move(changes), this](Room const&, TimePoint) {
        Effects effects;
        if (commits_) effects.changes = changes;
        return effects;
    };
    auto done = [this, asleep](bool stored) {
        // Whoever came in the meantime finds the room as it was.
        if (!stored || gone_) return;
        gone_ = true;
        home_.gone(code_, asleep);
    };
    take({.what = OwnCommand{std::move(run), std::move(done)}});
    // Nobody comes in behind it.
    if (commit_ == Commit::due) commit_ = Commit::under_way;
}

} // namespace tefuda::server
