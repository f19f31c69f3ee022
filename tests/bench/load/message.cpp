#include "tests/bench/load/message.hpp"

#include <cstring>

namespace tefuda::bench {

std::string_view between(std::string_view text, std::string_view before, char after) {
    auto const* const found = memmem(text.data(), text.size(), before.data(), before.size());
    if (!found) return {};
    text.remove_prefix(static_cast<std::size_t>(static_cast<char const*>(found) - text.data()) + before.size());
    return text.substr(0, text.find(after));
}

std::string_view type_of(std::string_view message) {
    return between(message.substr(0, 40), "{\"type\":\"", '"');
}

std::string_view room_of(std::string_view message) {
    return between(message.substr(0, 80), "\"room\":\"", '"');
}

std::string_view code_of(std::string_view message) {
    return between(message, "\"code\":\"", '"');
}

std::string_view legal_of(std::string_view update) {
    return between(update, "\"legal\":", '\0');
}

std::string act_message(std::string_view room, std::string_view decision, std::string_view action) {
    std::string message = "{\"type\":\"act\",\"room\":\"";
    for (auto const part : {room, std::string_view("\",\"decision\":"), decision, std::string_view(",\"action\":"),
                            action, std::string_view("}")})
        message += part;
    return message;
}

} // namespace tefuda::bench
