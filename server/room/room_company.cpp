// People with each other: chat, who is sent away, and who wants to play again.
#include "protocol/codec/encode.hpp"
#include "server/room/rejections.hpp"
#include "server/room/room.hpp"
#include "server/room/seating.hpp"

#include <utility>

namespace tefuda::server {

Room::Refused Room::on(Turn& turn, Kick const& message) {
    if (!presence_.seat_of(turn.from)) return not_seated();
    auto const seat = to_seat(state_, message.seat);
    if (!seat || !may_all_kick(*seat, turn.now))
        if (auto rejection = check_host(turn)) return rejection;
    if (!seat || state_.seats[*seat].kind == SeatKind::empty)
        return refused(ErrorCode::bad_message, "\"seat\": nobody sits there.");
    messages().ok(turn.effects, turn.from, turn.id);
    replace(turn, presence_.clients[*seat]);
    give_up_seat(state_, presence_, *seat, turn.now);
    send_room(turn);
    ask_bots(turn);
    return std::nullopt;
}

/// A match must not wait for good for somebody who is gone, the host least of all.
bool Room::may_all_kick(Seat seat, TimePoint now) const {
    constexpr std::chrono::seconds patience(60);
    if (state_.seats[seat].kind != SeatKind::human || presence_.clients[seat]) return false;
    return seat == state_.host || now - presence_.gone_since[seat] >= patience;
}

Room::Refused Room::on(Turn& turn, Rematch const& message) {
    auto const seat = presence_.seat_of(turn.from);
    if (!seat) return not_seated();
    if (state_.playing()) return refused(ErrorCode::already_playing, "A match is on.");
    if (state_.status == RoomStatus::waiting) return refused(ErrorCode::not_playing, "There was no match yet.");
    auto& state = state_.seats[*seat];
    auto const is_new = !std::exchange(state.wants_rematch, true);
    if (message.entropy) state.entropy = *message.entropy;
    messages().ok(turn.effects, turn.from, turn.id);
    if (begin_match_if_ready(turn) || !is_new) return std::nullopt;
    messages().extra(turn.effects, turn.from, codec::to_json(RematchAsked{state_.setting.code, *seat}));
    return std::nullopt;
}

Room::Refused Room::on(Turn& turn, Chat const& message) {
    auto const seat = presence_.seat_of(turn.from);
    auto const* spectator = presence_.find_spectator(turn.from);
    if (!seat && !spectator) return refused(ErrorCode::not_seated, "You are not in this room.");
    messages().ok(turn.effects, turn.from, turn.id);
    auto const& name = seat ? state_.seats[*seat].name : spectator->name;
    messages().to_all(turn.effects, codec::to_json(ChatSaid{state_.setting.code, seat, name, message.text}));
    chat_log_.add({seat, name, message.text});
    return std::nullopt;
}

void Room::send_missed_extras(Turn& turn) const {
    auto& out = turn.effects.messages;
    auto const& code = state_.setting.code;
    if (!chat_log_.empty()) out.add(turn.from, codec::to_json(ChatSaidBefore{code, chat_log_.lines()}));
    for (auto const seat : all_seats(state_.setting.seats))
        if (state_.seats[seat].wants_rematch) out.add(turn.from, codec::to_json(RematchAsked{code, seat}));
}

} // namespace tefuda::server
