// Sends one message to a service.
#pragma once

#include "server/net/service.hpp"

namespace tefuda::server::test {

inline void say(MessageHandler& to, std::string_view text) {
    to.received(text, MessageHandler::TimePoint::clock::now());
}

} // namespace tefuda::server::test
