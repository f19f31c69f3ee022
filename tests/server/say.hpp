// One message to a service.
#pragma once

#include "server/net/service.hpp"

namespace tefuda::server::test {

inline void say(Receiver& to, std::string_view text) {
    to.received({&text, 1}, Receiver::TimePoint::clock::now());
}

} // namespace tefuda::server::test
