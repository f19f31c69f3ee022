#include "server/rooms/room_actor.hpp"

#include "server/metrics/metrics.hpp"
#include "server/room/rejections.hpp"
#include "server/rooms/room_farewell.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <spdlog/spdlog.h>

#include <utility>

namespace tefuda::server {

RoomActor::RoomActor(Executor& executor, BotPool& bots, JournalWriter* journal, Owner& owner, Room room,
                     ActorClaim claim, std::string address)
    : executor_(executor), code_(room.state().setting.code), address_(std::move(address)),
      worker_(*this, bots, journal, owner, std::move(room), claim) {}

void RoomActor::wake(std::function<void(bool stored)> done) {
    executor_.dispatch([self = shared_from_this(), done = std::move(done)] {
        self->worker_.enqueue(RoomTask{[](Room& room, TimePoint now) { return room.wake(now); }, done});
    });
}

void RoomActor::deliver(ParticipantPtr from, MessageId id, RoomMessage&& message, TimePoint read_at,
                        std::size_t bytes) {
    RoomRequest request{std::move(from), std::move(id), std::move(message), read_at, bytes};
    if (worker_.mailbox().is_full()) {
        metrics().limits_hit[Limit::mailbox].add();
        return answer_unavailable(std::move(request), "This room is busy: try again.");
    }
    if (executor_.here()) return worker_.enqueue(std::move(request));
    Executor::Task task = [self = shared_from_this(), request = std::move(request)]() mutable {
        self->worker_.mailbox().end_expectation();
        RoomCommand command(std::move(request));
        try {
            self->worker_.enqueue(std::move(command));
        } catch (std::exception const& problem) {
            spdlog::error("Room {} can't take a message: {}", self->code_, problem.what());
            answer_unavailable(std::get<RoomRequest>(std::move(command)), can_not_now);
        }
    };
    worker_.mailbox().expect_request();
    try {
        executor_.post(std::move(task));
    } catch (...) {
        worker_.mailbox().end_expectation();
        throw;
    }
}

void RoomActor::let_go_on(ParticipantPtr const& client, AbsentHost const& host) {
    until_there_is_memory([&] {
        auto const known = std::make_shared<AbsentHost const>(host);
        executor_.post([self = shared_from_this(), client, known] { self->worker_.let_go_on(client, known); });
    });
}

void RoomActor::disconnect(ParticipantPtr client) {
    executor_.dispatch([self = shared_from_this(), client = std::move(client)] {
        self->worker_.enqueue(
            RoomTask{[client](Room& room, TimePoint now) { return room.disconnect(client, now); }, {}});
    });
}

void RoomActor::remove_player(std::string id) {
    executor_.dispatch([self = shared_from_this(), id = std::move(id)] {
        self->worker_.enqueue(RoomTask{[id](Room& room, TimePoint now) { return room.remove_player(id, now); }, {}});
    });
}

void RoomActor::read(std::function<void(Room const&)> reader) {
    executor_.dispatch(
        [self = shared_from_this(), reader = std::move(reader)] { self->worker_.enqueue(RoomRead{reader}); });
}

void RoomActor::kick(codec::WholeNumber seat, std::function<void(std::optional<std::string>)> done) {
    executor_.dispatch([self = shared_from_this(), seat, done = std::move(done)] {
        auto const refused = std::make_shared<Refused>(no_such_room());
        auto run = [seat, refused](Room& room, TimePoint now) {
            refused->reset();
            return room.kick(seat, now, *refused);
        };
        auto told = [refused, done](bool stored) {
            if (!stored) return done(std::string(can_not_store));
            done(*refused ? std::optional((*refused)->message) : std::nullopt);
        };
        self->worker_.enqueue(RoomTask{std::move(run), std::move(told)});
    });
}

void RoomActor::close_for_good(std::string message, std::function<void(bool)> done) {
    executor_.dispatch([self = shared_from_this(), message = std::move(message), done = std::move(done)] {
        self->worker_.close_for_good(message, done);
    });
}

void RoomActor::set_intake(Intake intake) {
    executor_.dispatch([self = shared_from_this(), intake] { self->worker_.set_intake(intake); });
}

void RoomActor::evict(std::function<void()> stays) {
    executor_.dispatch([self = shared_from_this(), stays = std::move(stays)] { self->worker_.evict(stays); });
}

void RoomActor::check_age(RoomAges const& ages) {
    executor_.dispatch([self = shared_from_this(), ages] { self->worker_.check_age(ages); });
}

void RoomActor::lose() {
    executor_.dispatch([self = shared_from_this()] { self->worker_.lose(); });
}

} // namespace tefuda::server
