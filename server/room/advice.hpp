// Advice: what the `hard` bot would do in a client's seat.
#pragma once

#include "protocol/client_message.hpp"
#include "protocol/server_message.hpp"
#include "server/bots/bot.hpp"
#include "server/room/participant.hpp"
#include "server/room/room_state.hpp"

#include <string>

namespace tefuda::server {

struct AdviceRequest {
    ParticipantPtr from;
    MessageId id;
    BotTask task; ///< contains only what the client's seat may know
};

/// Whether a seat may ask for it: in a room that was made with `hints`, and against bots, where it takes nothing from
/// anybody; never at a board of the day.
bool is_advice_allowed(RoomState const& state, Seat seat);

Advice advice_of(MessageId re, std::string const& room, std::int64_t decision, Consideration const& consideration);

} // namespace tefuda::server
