// A request about a player, and who makes it.
#pragma once

#include "protocol/player.hpp"
#include "server/net/service.hpp"

#include <functional>
#include <optional>
#include <string>

namespace tefuda::server {

using PersonalReply = std::function<void(HttpReply)>;

/// Who asks. Refused: a wrong bearer.
struct Asker {
    std::optional<Player> player;
    std::string secret; ///< its hash
    /// The cookie that the secret came with; nothing where it came otherwise.
    std::optional<Cookie> cookie;
    std::optional<HttpReply> refused;
};

/// What a route needs. It owns neither.
struct PersonalCall {
    PersonalRequest const& request;
    Asker const& asker;
};

} // namespace tefuda::server
