// What links to the page show where they are posted: to the start page, a game's rules, tables, replays and boards of
// the day.
#pragma once

#include "protocol/server_message.hpp"
#include "server/net/service.hpp"

#include <optional>
#include <string_view>

namespace tefuda::server {

// Each \param language is HttpRequest::language: without one the text has both languages.

/// Of the start page, and of a link that leads nowhere.
PagePreview preview_of_start(std::string_view language);

/// Says no more than the summary, and no names of people.
PagePreview preview_of_room(RoomSummary const& room, std::string_view language);
PagePreview preview_of_replay(RoomSummary const& room, std::string_view language);

/// Of a game's rules. \returns nothing for a game that is not here
std::optional<PagePreview> preview_of_rules(std::string_view game, std::string_view language);

/// Of a board of the day, open or not. \param date YYYY-MM-DD
/// \returns nothing for a game that is not here, or what is no date
std::optional<PagePreview> preview_of_board(std::string_view date, std::string_view game, std::string_view language);

} // namespace tefuda::server
