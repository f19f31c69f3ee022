// Reads what a server sends.
#pragma once

#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>

namespace tefuda {

using Json = nlohmann::json;

/// The server has sent something that is no message of the protocol, or one that lacks a field.
class Unreadable : public std::runtime_error {
public:
    explicit Unreadable(std::string const& problem, std::string const& text)
        : std::runtime_error("The server sends " + problem + ": " + text.substr(0, longest)) {}

private:
    static constexpr std::size_t longest = 200;
};

/// A message of the server. \throws Unreadable
inline Json message_from(std::string const& text) {
    auto message = Json::parse(text, nullptr, false);
    if (!message.is_object()) throw Unreadable("what is no message", text);
    return message;
}

/// A value as a T. \param name what it is called in the error \throws Unreadable if it is of another type
template <class T>
T value_as(Json const& value, char const* name) {
    try {
        return value.get<T>();
    } catch (Json::exception const&) {
        throw Unreadable("a message in which " + std::string(name) + " is of another type", value.dump());
    }
}

/// A field that must be there. \throws Unreadable
template <class T = Json>
T field(Json const& message, char const* name) {
    auto const found = message.find(name);
    if (found == message.end()) throw Unreadable("a message without " + std::string(name), message.dump());
    return value_as<T>(*found, name);
}

/// A field that may be missing. \throws Unreadable if it is of another type
template <class T>
T field_or(Json const& message, char const* name, T otherwise) {
    return message.contains(name) ? field<T>(message, name) : otherwise;
}

} // namespace tefuda
