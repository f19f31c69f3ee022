// Chat: to everybody who is here, and to those who come later.
#include "protocol/codec/encode.hpp"
#include "server/room/room.hpp"

namespace tefuda::server {

Room::Refused Room::on(Turn& turn, Chat const& message) {
    auto const seat = presence_.seat_of(turn.from);
    auto const* spectator = presence_.find_spectator(turn.from);
    if (!seat && !spectator) return Rejection{ErrorCode::not_seated, "You are not in this room."};
    messages().ok(turn.effects, turn.from, turn.id);
    auto const& name = seat ? state_.seats[*seat].name : spectator->name;
    messages().to_all(turn.effects, codec::to_json(ChatSaid{state_.setting.code, seat, name, message.text}));
    chat_log_.add({seat, name, message.text});
    return std::nullopt;
}

void Room::send_chat_log(Turn& turn) const {
    if (chat_log_.empty()) return;
    turn.effects.messages.add(turn.from, codec::to_json(ChatSaidBefore{state_.setting.code, chat_log_.lines()}));
}

} // namespace tefuda::server
