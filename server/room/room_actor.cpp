#include "server/room/room_actor.hpp"

#include "protocol/codec/encode.hpp"
#include "server/member.hpp"

namespace tefuda::server {

RoomActor::RoomActor(Executor& executor, BotPool& bots, Room room, OnListed on_listed)
    : code_(room.state().setting.code), executor_(executor), bots_(bots), room_(std::move(room)),
      on_listed_(std::move(on_listed)) {
    on_listed_(room_);
}

void RoomActor::post(MemberPtr const& from, MessageId id, RoomMessage message) {
    if (waiting_.fetch_add(1) >= mailbox_capacity) {
        waiting_.fetch_sub(1);
        from->send(std::make_shared<std::string const>(
            codec::to_json(Error{std::move(id), ErrorCode::unavailable, "This room is busy: try again.", {}})));
        from->settled();
        return;
    }
    executor_.dispatch([self = shared_from_this(), from, id = std::move(id), message = std::move(message)] {
        self->waiting_.fetch_sub(1);
        self->carry_out([&](TimePoint now) { return self->room_.handle(from, id, message, now); });
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
