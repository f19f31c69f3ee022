#include "server/room/room_actor.hpp"

#include "server/member.hpp"
#include "server/observe/metrics.hpp"
#include "server/room/error_text.hpp"

namespace tefuda::server {

RoomActor::RoomActor(Executor& executor, BotPool& bots, Room room, OnListed on_listed)
    : code_(room.state().setting.code), executor_(executor), bots_(bots), room_(std::move(room)),
      counted_(game_metrics(room_.state().setting.game->id()), room_.state().status), on_listed_(std::move(on_listed)) {
    on_listed_(room_);
}

void RoomActor::post(MemberPtr const& from, MessageId id, RoomMessage message, TimePoint read_at) {
    if (waiting_.fetch_add(1) >= mailbox_capacity) {
        waiting_.fetch_sub(1);
        metrics().limits_hit[Limit::mailbox].add();
        from->send(std::make_shared<std::string const>(
            error_text(std::move(id), {ErrorCode::unavailable, "This room is busy: try again."})));
        from->settled();
        return;
    }
    executor_.dispatch([self = shared_from_this(), from, id = std::move(id), message = std::move(message), read_at] {
        self->waiting_.fetch_sub(1);
        self->carry_out([&](TimePoint now) {
            auto effects = self->room_.handle(from, id, message, now);
            effects.message_read_at = read_at;
            return effects;
        });
        from->settled();
    });
}

void RoomActor::disconnect(MemberPtr const& member) {
    executor_.dispatch([self = shared_from_this(), member] {
        self->carry_out([&](TimePoint now) { return self->room_.disconnect(member, now); });
    });
}

void RoomActor::read(std::function<void(Room const&)> reader) {
    executor_.dispatch([self = shared_from_this(), reader = std::move(reader)] { reader(self->room_); });
}

void RoomActor::close() {
    executor_.dispatch([self = shared_from_this()] { self->room_.close(); });
}

void RoomActor::carry_out(std::function<Effects(TimePoint)> const& command) {
    release(command(executor_.now()));
    arm_timer();
}

void RoomActor::release(Effects effects) {
    for (auto& delivery : effects.deliveries) delivery.to->send(std::move(delivery.frame));
    if (effects.acted && effects.message_read_at)
        metrics().action_seconds.observe(in_seconds(executor_.now() - *effects.message_read_at));
    counted_.has(room_.state().status);
    if (room_.changes() != listed_changes_) {
        listed_changes_ = room_.changes();
        on_listed_(room_);
    }
    for (auto& task : effects.bot_tasks) ask_bot(std::move(task));
}

void RoomActor::ask_bot(BotTask task) {
    auto const seat = task.seat;
    auto const decision = task.decision;
    bots_.ask(std::move(task), [weak = weak_from_this(), seat, decision](std::optional<std::string> action) {
        auto const self = weak.lock();
        if (!self || !action) return;
        self->executor_.post([self, seat, decision, action = std::move(*action)] {
            self->carry_out([&](TimePoint now) { return self->room_.bot_moved(seat, decision, action, now); });
        });
    });
}

void RoomActor::arm_timer() {
    auto const due = room_.deadline();
    if (due == armed_for_) return;
    armed_for_ = due;
    timer_.reset();
    if (!due) return;
    timer_ = executor_.schedule(*due, [weak = weak_from_this()] {
        auto const self = weak.lock();
        if (!self) return;
        self->armed_for_.reset();
        self->carry_out([&](TimePoint now) { return self->room_.check_clock(now); });
    });
}

} // namespace tefuda::server
