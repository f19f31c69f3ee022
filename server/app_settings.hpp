// What parts of the server are told of its configuration.
#pragma once

#include "server/config/config.hpp"
#include "server/net/service.hpp"
#include "server/rooms/room_registry.hpp"

#include <memory>
#include <string>

namespace tefuda::server {

/// The message `welcome`, but for `you`.
std::string welcome_text(Config const& config);

/// The welcome with `you`. \param who null: nobody
std::string welcome_text_for(std::shared_ptr<Identity const> const& who, std::string const& welcome);

RoomRegistry::Settings registry_settings(Config const& config);

} // namespace tefuda::server
