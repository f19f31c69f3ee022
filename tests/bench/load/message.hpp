// Reads the server's messages by searching for the needed parts. A JSON parser would take more time than the server
// needs to write the messages.
#pragma once

#include <string>
#include <string_view>

namespace tefuda::bench {

/// The text between the first occurrence of `before` and the next `after`; empty if `before` does not occur.
std::string_view between(std::string_view text, std::string_view before, char after);

std::string_view type_of(std::string_view message);
/// The code of the room that the message is about; empty if it has none.
std::string_view room_of(std::string_view message);
/// The code of an error.
std::string_view code_of(std::string_view message);
/// The text from the list of templates to the message's end. \pre the update has `legal`
std::string_view legal_of(std::string_view update);

std::string act_message(std::string_view room, std::string_view decision, std::string_view action);

} // namespace tefuda::bench
