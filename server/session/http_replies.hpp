// The answers that several documents of the HTTP API share.
#pragma once

#include "protocol/player_name.hpp"
#include "server/net/service.hpp"
#include "server/session/sanctions.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace tefuda::server {

/// A JSON text, with 200.
HttpReply document(std::string body);
/// `{"message": …}`
HttpReply failure(unsigned status, std::string_view message);
/// 400 for a name that is none.
HttpReply refused_name(NameFault fault);
/// 429. \param wait until the client may ask again
HttpReply too_many(std::string_view message, std::chrono::milliseconds wait);
/// 403 for whom the operator has banned; nothing for others. \param player an id, or nothing
std::optional<HttpReply> refusal_of(Sanctions const& sanctions, std::optional<std::string> const& player,
                                    std::string const& address);
HttpReply no_room();
/// 403: a board of the day that is not open, for others than its player.
/// \param player its player \param own what that gets
HttpReply not_open_yet(std::string const& player, HttpReply const& own);
/// Logs the reason, which the client is not told.
HttpReply unreadable(std::string const& room, std::string const& reason);
HttpReply not_found();

} // namespace tefuda::server
