// Machine-readable documents about the server, generated from the described types.
#pragma once

#include "protocol/game_description.hpp"

#include <span>
#include <string>
#include <string_view>

namespace tefuda {

/// The AsyncAPI 3 document of the protocol, with a JSON Schema for every message.
/// \param version the server's version
std::string async_api_document(std::string_view version, std::span<GameDescription const> games);

/// The body of `GET /api/games`: every game with its names, numbers of seats and the schema of its options.
std::string games_document(std::span<GameDescription const> games);

} // namespace tefuda
