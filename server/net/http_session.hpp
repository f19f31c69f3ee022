// One HTTP connection. For the .cpp files of server/net only: it includes Asio.
#pragma once

#include "server/net/server_context.hpp"
#include "server/net/stream.hpp"
#include "server/runtime/executor.hpp"

#include <memory>

namespace tefuda::server {

/// Answers requests until the connection is closed or becomes a WebSocket. The session keeps itself alive. To be called
/// on the executor.
/// \param executor the event loop of the stream
void start_http_session(Executor& executor, Stream stream, std::shared_ptr<ServerContext> context);

} // namespace tefuda::server
