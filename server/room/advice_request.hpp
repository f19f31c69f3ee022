// A client's question what the `hard` bot would do in its seat.
#pragma once

#include "protocol/client_message.hpp"
#include "server/bots/bot_task.hpp"
#include "server/room/participant.hpp"

namespace tefuda::server {

struct AdviceRequest {
    ParticipantPtr from;
    MessageId id;
    BotTask task; ///< contains only what the client's seat may know
};

} // namespace tefuda::server
