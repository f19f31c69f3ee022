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
    // Nobody would list it as it is where nothing changes any more.
    auto const list = [&] { until_there_is_memory([&] { owner_.list(room_, epoch_); }); };
    if (attempt(room_.state().setting.code, "be listed", list)) listed_version_ = room_.version();
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
    if (effects.match_began && request)
        attempt(code, "note who pays for it", [&] { payer_ = request->from->address(); });
    for (auto* const counter : effects.acted) counter->add();
    if (!effects.acted.empty() && request)
        metrics().action_seconds.observe(in_seconds(now - request->read_at));
    else if (!effects.acted.empty())
        attempt(code, "charge what it does", [&] { charge_own_actions(effects); });
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

namespace {

/// As soon as there is memory: the client waits for it.
void send_refusal(Participant& to, MessageId const& id, ErrorCode code, std::string_view message) {
    to.send(until_there_is_memory([&] { return error_reply(id, {code, std::string(message)}); }));
}

/// That a client waits for advice; until its answer is sent, so that it may then ask again. Where nothing answers it, it is
/// told so in the end.
class AwaitedAdvice {
public:
    explicit AwaitedAdvice(AdviceRequest its_request) : request(std::move(its_request)) {}
    AwaitedAdvice(AwaitedAdvice const&) = delete;
    AwaitedAdvice& operator=(AwaitedAdvice const&) = delete;
    ~AwaitedAdvice() {
        if (!is_answered_) refuse(can_not_now);
        end();
    }

    bool begin() { return has_begun_ = request.from->begin_advice(); }
    void set_answered(bool is_so) { is_answered_ = is_so; }
    void end() {
        if (std::exchange(has_begun_, false)) request.from->end_advice();
    }
    void refuse(std::string_view message) {
        end();
        set_answered(true);
        send_refusal(*request.from, request.id, ErrorCode::unavailable, message);
    }

    AdviceRequest const request;

private:
    bool has_begun_ = false;
    bool is_answered_ = false;
};

} // namespace

/// The client is told at once where it can't be asked now.
void RoomPublisher::ask_for_advice(AdviceRequest asked, Submit const& submit) {
    auto const awaited = until_there_is_memory([&] { return std::make_shared<AwaitedAdvice>(std::move(asked)); });
    if (!awaited->begin()) return awaited->refuse("You wait for much advice already.");
    auto answer = [submit, awaited](std::optional<Consideration> const& consideration) {
        auto run = [awaited, consideration](Room& room, TimePoint) {
            auto effects = room.advise(awaited->request, consideration);
            awaited->set_answered(true);
            awaited->end();
            return effects;
        };
        auto done = [awaited](bool stored) {
            if (!stored) awaited->set_answered(false);
        };
        submit({std::move(run), std::move(done)});
    };
    if (!bots_.consider(BotTask(awaited->request.task), awaited->request.from->address(), std::move(answer)))
        awaited->refuse("Too many wait for advice: try again.");
}

void answer_unavailable(RoomRequest const& request, std::string_view reason) {
    send_refusal(*request.from, request.id, ErrorCode::unavailable, reason);
    request.from->answered(request.bytes);
}

void refuse_as_gone(RoomRequest const& request) {
    send_refusal(*request.from, request.id, ErrorCode::unavailable, "This room has just left the memory: try again.");
}

void refuse_as_moved(RoomRequest&& request) {
    if (auto* join = std::get_if<Join>(&request.message))
        return request.from->hand_back(std::move(request.id), std::move(*join), request.read_at, request.bytes);
    if (auto* resume = std::get_if<Resume>(&request.message))
        return request.from->hand_back(std::move(request.id), std::move(*resume), request.read_at, request.bytes);
    request.from->send(until_there_is_memory([&] { return error_reply(request.id, room_is_elsewhere()); }));
    request.from->answered(request.bytes);
}

void tell_failed(Room const& room) {
    constexpr auto message = "The room has failed here: connect again and resume.";
    room.presence().for_each_client([&](ParticipantPtr const& client) {
        send_refusal(*client, {}, ErrorCode::unavailable, message);
        until_there_is_memory([&] { client->set_takes_part(room.state().setting.code, false); });
        client->close_as_failed();
    });
}

void tell_moved(Room const& room) {
    auto const& code = room.state().setting.code;
    auto const moved = until_there_is_memory([&] { return codec::to_json(Moved{code}); });
    room.presence().for_each_client([&](ParticipantPtr const& client) {
        client->send(moved);
        until_there_is_memory([&] { client->set_takes_part(code, false); });
    });
}

} // namespace tefuda::server
