// The OpenAPI document of the routes: made from their table, and from the types that they take and answer.
#pragma once

#include "protocol/game_description.hpp"

#include <span>
#include <string>
#include <string_view>

namespace tefuda::server {

/// The body of `GET /openapi.json`: each route with its parameters, body, answers and refusals, as OpenAPI 3.1.
/// \param version the server's
/// \param has_people whether there are routes of players, boards and puzzles
std::string open_api_document(std::string_view version, std::span<GameDescription const> games, bool has_people);

} // namespace tefuda::server
