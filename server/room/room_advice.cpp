// Advice: what the `hard` bot would do in a client's seat.
#include "protocol/codec/encode.hpp"
#include "server/room/error_reply.hpp"
#include "server/room/rejections.hpp"
#include "server/room/room.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tefuda::server {

namespace {

/// Other actions in one advice.
constexpr std::size_t max_others = 10;

Rejection no_advice(std::string message) {
    return refused(ErrorCode::no_advice, std::move(message));
}

/// In a match against bots advice takes nothing from anybody.
bool is_advice_allowed(RoomState const& state, Seat seat) {
    if (state.setting.hints) return true;
    return std::ranges::all_of(all_seats(state.seats.seats()), [&](Seat other) {
        return other == seat || state.seats[other].kind == SeatKind::bot;
    });
}

Advice advice_of(MessageId re, std::string const& room, std::int64_t decision, Consideration const& consideration) {
    Advice advice{std::move(re), room, decision, {consideration.action}, std::nullopt};
    if (consideration.opinions.empty()) return advice;
    advice.others.emplace();
    for (auto const& [action, value] : consideration.opinions) {
        if (action == consideration.action || advice.others->size() == max_others) continue;
        constexpr double steps = 1000;
        advice.others->push_back({{action}, std::round(value * steps) / steps});
    }
    return advice;
}

} // namespace

Room::Refused Room::on(Turn& turn, Advise const&) {
    auto const seat = presence_.seat_of(turn.from);
    if (!seat) return not_seated();
    if (!is_advice_allowed(state_, *seat))
        return no_advice("Advice is given against bots only, or in a room that was made with \"hints\".");
    if (!state_.playing() || !match_->run().decision(*seat)) return no_advice("You have nothing to decide now.");
    turn.effects.advice.push_back({turn.from, turn.id, match_->advice_task(*seat)});
    return std::nullopt;
}

Effects Room::advise(AdviceRequest const& request, std::optional<Consideration> const& consideration) {
    Effects effects;
    auto const& [from, id, task] = request;
    auto const same_seat = presence_.seat_of(from) == task.seat;
    if (!same_seat || !state_.playing() || match_->run().decision(task.seat) != task.decision) {
        effects.messages.add(from, error_reply(id, {ErrorCode::stale_decision, "You have decided meanwhile."}));
    } else if (!consideration) {
        effects.messages.add(from, error_reply(id, no_advice("A bot would do nothing now.")));
    } else {
        auto const advice = advice_of(id, state_.setting.code, task.decision, *consideration);
        effects.messages.add(from, codec::to_json(advice));
    }
    effects.notes.push_back([from = from] { from->end_advice(); });
    return effects;
}

} // namespace tefuda::server
