// The server's messages, read by looking for what is needed: a JSON parser would cost the load more than the server
// takes to write them.
#pragma once

#include <string>
#include <string_view>

namespace tefuda::bench {

/// What stands between `before` and the next `after`, looking from the front; empty where there is no such thing.
std::string_view between(std::string_view text, std::string_view before, char after);

std::string_view type_of(std::string_view message);
/// Of the room that a message is about; empty where it is about none.
std::string_view room_of(std::string_view message);
/// Of an error.
std::string_view code_of(std::string_view message);
/// From the list of templates to the message's end. \pre there is one
std::string_view legal_of(std::string_view update);

std::string act_message(std::string_view room, std::string_view decision, std::string_view action);

} // namespace tefuda::bench
