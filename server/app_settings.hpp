// What parts of the server are told of its configuration.
#pragma once

#include "server/config.hpp"
#include "server/room/room_registry.hpp"

#include <string>

namespace tefuda::server {

/// The message `welcome`, but for `you`.
std::string welcome_text(Config const& config);

RoomRegistry::Settings registry_settings(Config const& config);

} // namespace tefuda::server
