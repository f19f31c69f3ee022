#include "server/rooms/room_publisher.hpp"

#include "protocol/codec/encode.hpp"
#include "server/metrics/metrics.hpp"
#include "server/room/rejections.hpp"
#include "server/runtime/until_there_is_memory.hpp"

#include <optional>

namespace tefuda::server {

void RoomPublisher::update_listing(TimePoint now) {
    standing_.update(room_, now);
    if (room_.version() == listed_version_) return;
    attempt(room_.state().setting.code, "be listed", [&] {
        owner_.list(room_, epoch_);
        listed_version_ = room_.version();
    });
}

/// Each step alone: whatever fails, clients and bots are told.
void RoomPublisher::publish(PendingCommand& pending, TimePoint now, Submit const& submit) {
    auto& effects = pending.effects;
    auto const* request = std::get_if<RoomRequest>(&pending.command);
    auto const& code = room_.state().setting.code;
    if (request && effects.acted.empty())
        until_there_is_memory([&] { request->from->set_takes_part(code, room_.presence().has(request->from)); });
    if (request && effects.wrong_token)
        attempt(code, "note a wrong token", [&] { request->from->count_wrong_token(); });
    effects.messages.send_all();
    if (effects.match_began && request) payer_ = request->from->address();
    for (auto* const counter : effects.acted) counter->add();
    if (!effects.acted.empty() && request)
        metrics().action_seconds.observe(in_seconds(now - request->read_at));
    else if (!effects.acted.empty())
        charge_own_actions(effects);
    for (auto const& call : effects.on_publish) attempt(code, "tell what it has done", call);
    // One that the next match has followed in the same transaction is in the store alone.
    auto const* ended = effects.match_ended ? room_.finished_match(room_.state().match - 1) : nullptr;
    if (ended && owner_.listeners.match_ended)
        attempt(code, "show its match", [&] { owner_.listeners.match_ended(room_, *ended); });
    // The match waits for each.
    for (auto& task : effects.bot_tasks) until_there_is_memory([&] { ask_bot(task, submit); });
    for (auto& asked : effects.advice) attempt(code, "give advice", [&] { ask_for_advice(std::move(asked), submit); });
}

/// Many at once: the account is shared by all threads.
void RoomPublisher::charge_own_actions(Effects const& effects) {
    constexpr int at_once = 64;
    uncharged_ += static_cast<int>(effects.acted.size());
    if (uncharged_ < at_once && !effects.match_ended) return;
    if (!payer_.empty() && owner_.listeners.charged) owner_.listeners.charged(payer_, uncharged_);
    uncharged_ = 0;
}

/// Where there is no memory the caller has its task still.
void RoomPublisher::ask_bot(BotTask& task, Submit const& submit) {
    auto const seat = task.seat;
    auto const decision = task.decision;
    BotPool::Answer answer = [submit, seat, decision, is_awaited = task.is_awaited](std::optional<std::string> action) {
        if (!action && !is_awaited) return;
        auto run = [seat, decision, action = std::move(action)](Room& room, TimePoint now) {
            return room.bot_moved(seat, decision, action, now);
        };
        submit({std::move(run), {}});
    };
    BotPayer const payer{payer_, room_.presence().is_anybody_here(), !room_.has_human()};
    bots_.ask(std::move(task), payer, std::move(answer));
}

/// The client is told at once where it can't be asked now.
void RoomPublisher::ask_for_advice(AdviceRequest request, Submit const& submit) {
    auto const refuse = [&](std::string message) {
        request.from->send(error_reply(request.id, {ErrorCode::unavailable, std::move(message)}));
    };
    if (!request.from->begin_advice()) return refuse("You wait for much advice already.");
    auto answer = [submit, request](std::optional<Consideration> const& consideration) {
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

void answer_unavailable(RoomRequest&& request, std::string_view reason) {
    request.from->send(error_reply(std::move(request.id), unavailable(reason)));
    request.from->answered(request.bytes);
}

void refuse_as_gone(RoomRequest&& request) {
    request.from->send(
        error_reply(std::move(request.id), unavailable("This room has just left the memory: try again.")));
}

void refuse_as_moved(RoomRequest&& request) {
    if (auto* join = std::get_if<Join>(&request.message))
        return request.from->hand_back(std::move(request.id), std::move(*join), request.read_at, request.bytes);
    if (auto* resume = std::get_if<Resume>(&request.message))
        return request.from->hand_back(std::move(request.id), std::move(*resume), request.read_at, request.bytes);
    request.from->send(error_reply(std::move(request.id), room_is_elsewhere()));
    request.from->answered(request.bytes);
}

void tell_failed(Room const& room) {
    auto const told = error_reply({}, {ErrorCode::unavailable, "The room has failed here: connect again and resume."});
    room.presence().for_each_client([&](ParticipantPtr const& client) {
        client->send(told);
        client->set_takes_part(room.state().setting.code, false);
        client->close_as_failed();
    });
}

void tell_moved(Room const& room) {
    auto const& code = room.state().setting.code;
    auto const moved = codec::to_json(Moved{code});
    room.presence().for_each_client([&](ParticipantPtr const& client) {
        client->send(moved);
        client->set_takes_part(code, false);
    });
}

} // namespace tefuda::server
