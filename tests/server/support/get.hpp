// Asks a service for a document, as the transport does.
#pragma once

#include "server/net/service.hpp"

#include <functional>
#include <string_view>
#include <utility>

namespace tefuda::server::test {

/// As whoever runs the server.
inline void get(Service& service, std::string_view target, std::function<void(HttpReply)> reply) {
    HttpRequest request{};
    request.method = "GET";
    request.target = target;
    request.address = "127.0.0.1";
    request.is_operator = true;
    auto admitted = service.admit(request);
    admitted ? service.handle(std::move(request), std::move(reply)) : reply(std::move(admitted).error());
}

} // namespace tefuda::server::test
