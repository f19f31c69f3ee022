#include "server/rooms/room_publisher.hpp"

#include "server/metrics/metrics.hpp"
#include "server/rooms/attempt.hpp"
#include "server/runtime/until_there_is_memory.hpp"

namespace tefuda::server {

void RoomPublisher::update_listing(TimePoint now) {
    standing_.update(room_, now);
    if (room_.version() == listed_version_) return;
    attempt(room_.state().setting.code, "be listed", [&] {
        owner_.list(room_, epoch_);
        listed_version_ = room_.version();
    });
}

void RoomPublisher::publish(PendingCommand& pending, TimePoint now) {
    auto& effects = pending.effects;
    auto const* request = std::get_if<RoomRequest>(&pending.command);
    auto const& code = room_.state().setting.code;
    // Each step alone: whatever fails, clients and bots are told.
    if (request && !effects.acted)
        until_there_is_memory([&] { request->from->set_takes_part(code, room_.presence().has(request->from)); });
    if (request && effects.wrong_token) attempt(code, "note a wrong token", [&] { request->from->note_wrong_token(); });
    effects.messages.send_all();
    if (effects.match_began && request) payer_ = request->from->address();
    if (effects.acted) {
        room_.counts().actions[*effects.acted][ActionResult::accepted].add();
        if (request)
            metrics().action_seconds.observe(in_seconds(now - request->read_at));
        else
            charge_own_action(effects.match_ended);
    }
    for (auto const& change : effects.unstored) attempt(code, "keep a result", [&] { owner_.keep(code, change); });
    for (auto const& note : effects.notes) attempt(code, "note what it has done", note);
    // One that the next match has followed in the same transaction is in the store alone.
    auto const* ended = effects.match_ended ? room_.finished_match(room_.state().match - 1) : nullptr;
    if (ended) attempt(code, "show its match", [&] { owner_.note_match_ended(room_, *ended); });
}

/// Many at once: the account is shared by all threads.
void RoomPublisher::charge_own_action(bool match_ended) {
    constexpr int at_once = 64;
    if (++uncharged_ < at_once && !match_ended) return;
    if (!payer_.empty()) owner_.charge(payer_, uncharged_);
    uncharged_ = 0;
}

} // namespace tefuda::server
