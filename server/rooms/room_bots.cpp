#include "server/rooms/room_bots.hpp"

#include "server/room/error_reply.hpp"
#include "server/room/rejections.hpp"

#include <optional>
#include <utility>

namespace tefuda::server {

void RoomBots::ask(BotTask&& task, BotPayer const& payer, Submit submit) {
    auto const seat = task.seat;
    auto const decision = task.decision;
    BotPool::Answer answer = [submit = std::move(submit), seat, decision,
                              is_awaited = task.is_awaited](std::optional<std::string> action) {
        if (!action && !is_awaited) return;
        auto run = [seat, decision, action = std::move(action)](Room& room, TimePoint now) {
            return room.bot_moved(seat, decision, action, now);
        };
        submit({std::move(run), {}});
    };
    bots_.ask(std::move(task), payer, std::move(answer));
}

void RoomBots::ask_for_advice(AdviceRequest request, Submit submit) {
    auto const refuse = [&](std::string message) {
        request.from->send(error_reply(request.id, {ErrorCode::unavailable, std::move(message)}));
    };
    if (!request.from->begin_advice()) return refuse("You wait for much advice already.");
    auto answer = [submit = std::move(submit), request](std::optional<Consideration> const& consideration) {
        auto run = [request, consideration](Room& room, TimePoint) { return room.advise(request, consideration); };
        auto done = [request](bool stored) {
            request.from->end_advice();
            if (!stored) request.from->send(error_reply(request.id, unavailable(can_not_now)));
        };
        if (!submit({std::move(run), std::move(done)})) request.from->end_advice();
    };
    if (bots_.consider(BotTask(request.task), request.from->address(), std::move(answer))) return;
    request.from->end_advice();
    refuse("Too many wait for advice: try again.");
}

} // namespace tefuda::server
