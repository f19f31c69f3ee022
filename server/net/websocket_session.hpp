// One WebSocket. For the .cpp files of server/net only: it includes Asio.
#pragma once

#include "server/net/connections.hpp"
#include "server/net/peer.hpp"
#include "server/net/server_context.hpp"
#include "server/net/stream.hpp"

#include <memory>
#include <string>

namespace tefuda::server {

/// Accepts the opening handshake. The session keeps itself alive until the connection is closed.
/// \param executor the event loop of the stream \param address, query, identity as in ClientConnection
/// \pre check_upgrade(request).status is 101
void start_websocket_session(Executor& executor, Stream stream, std::shared_ptr<ServerContext> context,
                             Connections::Entry entry, std::string address, std::string query,
                             std::shared_ptr<Identity const> identity, RequestHead const& request);

} // namespace tefuda::server
