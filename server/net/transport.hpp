// HTTP and WebSocket on one port, for one service.
#pragma once

#include "server/net/options.hpp"
#include "server/net/service.hpp"
#include "server/net/web_files.hpp"
#include "server/runtime/event_loops.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace tefuda::server {

class Listener;
struct ServerContext;

/// The event loops and the service must outlive it. It may be destroyed when the event loops have stopped.
class Transport {
public:
    /// \throws std::runtime_error, a sentence, if the options' TLS files can't be used
    Transport(EventLoops& loops, Service& service, TransportOptions const& options, WebFiles files);
    ~Transport();

    /// As Listener::open. Connections are accepted once the event loops run.
    std::uint16_t listen(std::string const& address, std::uint16_t port);

    /// With TLS: reads the certificate files again, for new connections. If they can't be used, logs that and keeps the
    /// old certificate. From any thread.
    void reload_certificate();

    /// Stops in order: accepts no new connections, stops the service, closes all connections. Blocks until that is
    /// done, 4 seconds at most with the default options. The event loops must run; not to be called on one of them.
    void stop();

private:
    Service& service_;
    TransportOptions options_;
    std::shared_ptr<ServerContext> context_;
    std::unique_ptr<Listener> listener_;
};

} // namespace tefuda::server
