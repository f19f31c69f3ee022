// One HTTP connection. For the .cpp files of server/net alone: it brings in Asio.
#pragma once

#include "server/net/server_context.hpp"
#include "server/net/stream.hpp"

#include <memory>

namespace tefuda::server {

/// Answers requests until the connection is closed, or gives it to a WebSocket session; lives by itself. To be called
/// on the stream's thread.
void start_http_session(Stream stream, std::shared_ptr<ServerContext> site);

} // namespace tefuda::server
