// One WebSocket. For the .cpp files of server/net only: it includes Asio.
#pragma once

#include "server/net/connections.hpp"
#include "server/net/peer.hpp"
#include "server/net/server_context.hpp"
#include "server/net/stream.hpp"
#include "server/runtime/executor.hpp"

#include <memory>
#include <string>

namespace tefuda::server {

/// Accepts the opening handshake. The session keeps itself alive until the connection is closed. To be called on the
/// executor.
/// \param executor the event loop of the stream
/// \param address as ClientConnection::address
/// \pre check_upgrade(request).status is 101
void start_websocket_session(Executor& executor, Stream stream, RequestHead const& request,
                             std::shared_ptr<ServerContext> context, Connections::Entry entry, std::string address);

} // namespace tefuda::server
