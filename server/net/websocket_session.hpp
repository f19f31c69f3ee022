// One WebSocket. For the .cpp files of server/net alone: it brings in Beast.
#pragma once

#include "server/net/connections.hpp"
#include "server/net/outbox.hpp"
#include "server/net/peer.hpp"
#include "server/net/service.hpp"
#include "server/net/server_context.hpp"
#include "server/net/stream.hpp"

#include <memory>
#include <string>

namespace tefuda::server {

/// Accepts the handshake and lives on by itself until the connection is closed; to be called on the stream's thread.
/// \pre check_upgrade(request).status is 101
/// \param address as ClientConnection::address
void start_websocket_session(Stream stream, RequestHead request, std::shared_ptr<ServerContext> site, Connections::Entry entry,
                      std::string address);

} // namespace tefuda::server
